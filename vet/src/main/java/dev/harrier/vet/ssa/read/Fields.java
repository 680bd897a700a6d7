package dev.harrier.vet.ssa.read;

import java.nio.charset.StandardCharsets;

/** Reads the fields of one record in order. */
final class Fields {
  private final byte[] bytes;
  private int at;

  Fields(byte[] bytes) {
    this.bytes = bytes;
  }

  /** An unsigned LEB128 number. */
  long number() throws SsaFormatException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at == bytes.length) {
        throw new SsaFormatException("a record has fewer fields than its tag asks for");
      }
      byte b = bytes[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new SsaFormatException("a number is longer than ten bytes");
  }

  int index() throws SsaFormatException {
    long value = number();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new SsaFormatException("the number " + value + " is out of range");
    }
    return (int) value;
  }

  /** The length of a list whose elements take at least one byte each. */
  int count() throws SsaFormatException {
    int count = index();
    if (count > bytes.length - at) {
      throw new SsaFormatException("a list of " + count + " does not fit its record");
    }
    return count;
  }

  boolean flag() throws SsaFormatException {
    return number() != 0;
  }

  String text() {
    String text = new String(bytes, at, bytes.length - at, StandardCharsets.UTF_8);
    at = bytes.length;
    return text;
  }

  boolean isExhausted() {
    return at == bytes.length;
  }
}

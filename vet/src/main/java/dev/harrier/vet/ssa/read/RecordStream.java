package dev.harrier.vet.ssa.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Splits a stream into records and checks that none is missing. */
final class RecordStream {
  static final int VERSION = 5;
  static final int END = 'Z';
  private static final byte[] MAGIC = {'H', 'S', 'S', 'A'};
  private static final int MAX_RECORD = 1 << 28;

  private final InputStream in;
  private long records;

  /** One record: its tag, and its fields still encoded. */
  record Raw(int tag, Fields fields) {}

  RecordStream(InputStream in) throws IOException {
    this.in = in;
    byte[] magic = in.readNBytes(MAGIC.length);
    if (!java.util.Arrays.equals(magic, MAGIC)) {
      throw new SsaFormatException(
          magic.length == 0
              ? "the exporter wrote nothing"
              : "expected a stream that starts with HSSA, found other bytes");
    }
    long version = readVarint();
    if (version != VERSION) {
      throw new SsaFormatException(
          "expected version " + VERSION + " of the SSA format, found " + version);
    }
  }

  /** The next record, or nothing after the end record. */
  Optional<Raw> next() throws IOException {
    int tag = in.read();
    if (tag < 0) {
      throw cutShort();
    }
    long length = readVarint();
    if (length > MAX_RECORD) {
      throw new SsaFormatException("a record of " + length + " bytes is longer than any can be");
    }
    byte[] bytes = in.readNBytes((int) length);
    if (bytes.length < length) {
      throw cutShort();
    }
    Fields fields = new Fields(bytes);
    if (tag == END) {
      long expected = fields.number();
      if (expected != records) {
        throw new SsaFormatException(
            "the end record counts " + expected + " records, found " + records);
      }
      return Optional.empty();
    }
    records++;
    return Optional.of(new Raw(tag, fields));
  }

  private SsaFormatException cutShort() {
    return new SsaFormatException("the stream ends after " + records + " records, before its end");
  }

  private long readVarint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = in.read();
      if (b < 0) {
        throw cutShort();
      }
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new SsaFormatException("a number is longer than ten bytes");
  }
}

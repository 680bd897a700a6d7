package dev.harrier.leaks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the wire format of protocol buffers, field after field. */
final class ProtocolBuffer {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int FIXED32 = 5;

  private final byte[] data;
  private final int end;
  private int at;
  private int field;
  private int wire;
  private int from;
  private int to;
  private long number;

  ProtocolBuffer(byte[] data) {
    this(data, 0, data.length);
  }

  private ProtocolBuffer(byte[] data, int from, int to) {
    this.data = data;
    this.at = from;
    this.end = to;
  }

  /** Goes to the next field; false at the end. */
  boolean next() {
    if (at >= end) {
      return false;
    }
    long tag = varint();
    field = (int) (tag >>> 3);
    wire = (int) (tag & 7);
    switch (wire) {
      case VARINT -> number = varint();
      case LENGTH -> {
        int length = Math.toIntExact(varint());
        from = at;
        to = at + length;
        at = to;
      }
      case FIXED64 -> at += Long.BYTES;
      case FIXED32 -> at += Integer.BYTES;
      default -> throw new IndexOutOfBoundsException("wire type " + wire);
    }
    if (at > end) {
      throw new IndexOutOfBoundsException("the field ends behind its message");
    }
    return true;
  }

  int field() {
    return field;
  }

  long number() {
    return number;
  }

  /** A repeated number, packed or not. */
  List<Long> numbers() {
    if (wire == VARINT) {
      return List.of(number);
    }
    List<Long> all = new ArrayList<>();
    ProtocolBuffer packed = message();
    while (packed.at < packed.end) {
      all.add(packed.varint());
    }
    return all;
  }

  byte[] bytes() {
    return Arrays.copyOfRange(data, from, to);
  }

  ProtocolBuffer message() {
    return new ProtocolBuffer(data, from, to);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = data[at++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IndexOutOfBoundsException("a number of more than 64 bits");
  }
}

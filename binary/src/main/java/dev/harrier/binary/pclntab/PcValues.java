package dev.harrier.binary.pclntab;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * The pc-value tables: each maps the code of one function to a number, as a sequence of value
 * deltas (zig-zag) and code deltas, both base-128 varints, from value -1 at the entry on; a value
 * delta of zero after the first pair ends it (runtime/symtab.go, {@code step}).
 */
final class PcValues {
  static final int NONE = -1;

  private final MemorySegment tables;

  PcValues(MemorySegment tables) {
    this.tables = tables;
  }

  /**
   * The value at a place in a function.
   *
   * @param table position of the table; 0 means that the function has none
   * @param distance of the place from the function's entry, bytes
   * @return {@link #NONE} where the table says nothing
   */
  int valueAt(int table, long distance) {
    if (table == 0) {
      return NONE;
    }
    long at = Integer.toUnsignedLong(table);
    long covered = 0;
    int value = NONE;
    while (true) {
      int zigzag = tables.get(JAVA_BYTE, at++);
      if (zigzag == 0 && covered != 0) {
        return NONE;
      }
      if (zigzag < 0) {
        zigzag = varint(at - 1);
        at += varintLength(zigzag) - 1;
      }
      value += (zigzag >>> 1) ^ -(zigzag & 1);
      int step = tables.get(JAVA_BYTE, at++);
      if (step < 0) {
        step = varint(at - 1);
        at += varintLength(step) - 1;
      }
      covered += Integer.toUnsignedLong(step);
      if (distance < covered) {
        return value;
      }
    }
  }

  private int varint(long start) {
    long at = start;
    int value = 0;
    int shift = 0;
    int part;
    do {
      part = tables.get(JAVA_BYTE, at++);
      value |= (part & 0x7f) << shift;
      shift += 7;
    } while (part < 0 && shift < 35);
    return value;
  }

  /** The linker writes varints in their shortest form. */
  private static int varintLength(int value) {
    return value == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(value)) / 7;
  }
}

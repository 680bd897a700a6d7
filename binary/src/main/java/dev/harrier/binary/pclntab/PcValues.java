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
  private final int quantum;

  /**
   * @param quantum the bytes that a code delta of one is
   */
  PcValues(MemorySegment tables, int quantum) {
    this.tables = tables;
    this.quantum = quantum;
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
    Walk walk = new Walk(table);
    while (walk.step()) {
      if (distance < walk.covered) {
        return walk.value;
      }
    }
    return NONE;
  }

  /** The greatest value in a table, {@link #NONE} at least. */
  int greatest(int table) {
    int greatest = NONE;
    Walk walk = new Walk(table);
    while (walk.step()) {
      greatest = Math.max(greatest, walk.value);
    }
    return greatest;
  }

  /** Goes through a table pair by pair. */
  private final class Walk {
    private long at;
    private long covered;
    private int value = NONE;

    Walk(int table) {
      at = Integer.toUnsignedLong(table);
    }

    /** Reads the next pair; false at the end. */
    boolean step() {
      int zigzag = varint();
      if (zigzag == 0 && covered != 0) {
        return false;
      }
      value += (zigzag >>> 1) ^ -(zigzag & 1);
      covered += Integer.toUnsignedLong(varint()) * quantum;
      return true;
    }

    private int varint() {
      int result = 0;
      int shift = 0;
      int part;
      do {
        part = tables.get(JAVA_BYTE, at++);
        result |= (part & 0x7f) << shift;
        shift += 7;
      } while (part < 0 && shift < 35);
      return result;
    }
  }
}

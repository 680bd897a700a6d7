package dev.harrier.binary.pclntab;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.LittleEndian;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * {@code runtime.pcHeader}: where the tables are, as distances in bytes from the header.
 *
 * @param address of the header itself
 * @param quantum bytes that one step of a program counter in the tables is
 * @param functionCount entries of the function table, its end mark not counted
 */
record PcHeader(
    long address,
    int quantum,
    int functionCount,
    long names,
    long compilationUnits,
    long files,
    long pcValues,
    long functions) {
  static final int SIZE = 72;
  static final int MAGIC = 0xfffffff1;

  private static final int POINTER_SIZE = 8;

  /** Whether the eight bytes can begin the header of a machine with this quantum. */
  private static boolean startsWith(MemorySegment bytes, long at, int quantum) {
    return bytes.get(LittleEndian.INT, at) == MAGIC
        && bytes.get(LittleEndian.INT, at + 4) == (POINTER_SIZE << 24 | quantum << 16);
  }

  /**
   * Reads the header at the start of {@code bytes}; empty if the numbers in it don't make sense:
   * the tables follow each other in this order and end within {@code bytes}.
   *
   * @param quantum of the instructions, bytes
   */
  static Optional<PcHeader> parse(MemorySegment bytes, long address, int quantum) {
    if (bytes.byteSize() < SIZE || !startsWith(bytes, 0, quantum)) {
      return Optional.empty();
    }
    long count = bytes.get(LittleEndian.LONG, 8);
    long[] offsets = new long[5];
    long last = SIZE - 1;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = bytes.get(LittleEndian.LONG, 32 + 8L * i);
      if (offsets[i] <= last || offsets[i] >= bytes.byteSize()) {
        return Optional.empty();
      }
      last = offsets[i];
    }
    boolean countFits = count > 0 && count <= (bytes.byteSize() - offsets[4]) / FunctionTable.ENTRY;
    if (!countFits || bytes.get(JAVA_BYTE, offsets[1] - 1) != 0) {
      return Optional.empty();
    }
    return Optional.of(
        new PcHeader(
            address,
            quantum,
            (int) count,
            offsets[0],
            offsets[1],
            offsets[2],
            offsets[3],
            offsets[4]));
  }
}

package dev.harrier.binary.pclntab;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.Little;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * {@code runtime.pcHeader}: where the tables are, as distances in bytes from the header.
 *
 * @param address of the header itself
 * @param functionCount entries of the function table, its end mark not counted
 */
record PcHeader(
    long address,
    int functionCount,
    long names,
    long compilationUnits,
    long files,
    long pcValues,
    long functions) {
  static final int SIZE = 72;
  static final int MAGIC = 0xfffffff1;

  /** Instruction quantum 1 and pointer size 8: amd64. */
  private static final int QUANTUM_AND_POINTER = 0x0801_0000;

  /** Whether the eight bytes can begin a header. */
  static boolean startsWith(MemorySegment bytes, long at) {
    return bytes.get(Little.INT, at) == MAGIC
        && bytes.get(Little.INT, at + 4) == QUANTUM_AND_POINTER;
  }

  /**
   * Reads the header at the start of {@code bytes}; empty if the numbers in it don't make sense:
   * the tables follow each other in this order and end within {@code bytes}.
   */
  static Optional<PcHeader> parse(MemorySegment bytes, long address) {
    if (bytes.byteSize() < SIZE || !startsWith(bytes, 0)) {
      return Optional.empty();
    }
    long count = bytes.get(Little.LONG, 8);
    long[] offsets = new long[5];
    long last = SIZE - 1;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = bytes.get(Little.LONG, 32 + 8L * i);
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
            address, (int) count, offsets[0], offsets[1], offsets[2], offsets[3], offsets[4]));
  }
}

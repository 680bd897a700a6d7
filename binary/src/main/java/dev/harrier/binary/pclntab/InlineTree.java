package dev.harrier.binary.pclntab;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.LittleEndian;
import java.lang.foreign.MemorySegment;

/** One function's array of {@code runtime.inlinedCall}, 16 bytes each. */
record InlineTree(MemorySegment calls) {
  private static final int ENTRY = 16;

  /**
   * One inlined call.
   *
   * @param id {@code abi.FuncID} of the callee
   * @param name position of the callee's name in the name table
   * @param parentPc distance from the function's entry of a place that belongs to the call site
   */
  record Call(int id, int name, int parentPc, int startLine) {}

  Call get(int index) {
    long at = (long) ENTRY * index;
    return new Call(
        Byte.toUnsignedInt(calls.get(JAVA_BYTE, at)),
        calls.get(LittleEndian.INT, at + 4),
        calls.get(LittleEndian.INT, at + 8),
        calls.get(LittleEndian.INT, at + 12));
  }
}

package dev.harrier.binary.pclntab;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.LittleEndian;
import java.lang.foreign.MemorySegment;

/**
 * A function as machine code: {@code runtime._func} and its extent.
 *
 * @param entry where it starts
 * @param end where the next function starts
 * @param name position of its name in the name table
 * @param deferReturn distance from the entry of the call that panics return to, 0 if there is none
 * @param fileTable position of its file table among the pc-value tables, 0 if there is none; so too
 *     {@code lineTable}, {@code inlineTable}
 * @param unit first index of its compilation unit in the table of file names
 * @param id {@code abi.FuncID}
 * @param inlineTree distance of its inline tree from {@code go:func.*}, or {@link #NO_TREE}
 */
public record GoFunction(
    long entry,
    long end,
    int name,
    int deferReturn,
    int fileTable,
    int lineTable,
    int inlineTable,
    int unit,
    int id,
    long inlineTree) {
  public static final long NO_TREE = -1;

  private static final int FIXED = 44;
  private static final int PCDATA_INLINE_INDEX = 2;
  private static final int FUNCDATA_INLINE_TREE = 3;
  private static final int NO_FUNCDATA = -1;

  static GoFunction read(MemorySegment record, long entry, long end) {
    int pcDataCount = record.get(LittleEndian.INT, 28);
    int funcDataCount = Byte.toUnsignedInt(record.get(JAVA_BYTE, 43));
    int inlineTable =
        pcDataCount > PCDATA_INLINE_INDEX
            ? record.get(LittleEndian.INT, FIXED + 4L * PCDATA_INLINE_INDEX)
            : 0;
    int tree =
        funcDataCount > FUNCDATA_INLINE_TREE
            ? record.get(LittleEndian.INT, FIXED + 4L * (pcDataCount + FUNCDATA_INLINE_TREE))
            : NO_FUNCDATA;
    return new GoFunction(
        entry,
        end,
        record.get(LittleEndian.INT, 4),
        record.get(LittleEndian.INT, 12),
        record.get(LittleEndian.INT, 20),
        record.get(LittleEndian.INT, 24),
        inlineTable,
        record.get(LittleEndian.INT, 32),
        Byte.toUnsignedInt(record.get(JAVA_BYTE, 40)),
        tree == NO_FUNCDATA ? NO_TREE : Integer.toUnsignedLong(tree));
  }

  public long size() {
    return end - entry;
  }
}

package dev.harrier.binary.pclntab;

import dev.harrier.binary.elf.LittleEndian;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * {@code moduledata.ftab} and the {@code _func} records behind it: pairs of an entry offset and the
 * position of the record, sorted by entry, with an end mark that holds the end of the last
 * function.
 */
final class FunctionTable {
  /** Bytes of one pair. */
  static final int ENTRY = 8;

  private final MemorySegment table;
  private final int count;

  FunctionTable(MemorySegment table, int count) {
    this.table = table;
    this.count = count;
  }

  int count() {
    return count;
  }

  /** The function whose code contains {@code offset}; empty outside Go code. */
  Optional<GoFunction> find(long offset) {
    if (offset < entry(0) || offset >= entry(count)) {
      return Optional.empty();
    }
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (entry(middle) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return Optional.of(get(low));
  }

  /** The function at {@code index}, in the order of addresses. */
  GoFunction get(int index) {
    long record = LittleEndian.u32(table, (long) ENTRY * index + 4);
    return GoFunction.read(table.asSlice(record), entry(index), entry(index + 1));
  }

  private long entry(int index) {
    return LittleEndian.u32(table, (long) ENTRY * index);
  }
}

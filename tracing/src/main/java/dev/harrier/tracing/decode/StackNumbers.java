package dev.harrier.tracing.decode;

import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.table.StackTable;
import dev.harrier.tracing.wire.RecordCursor;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a trace file calls stacks: an index, whose definition may come later than its first use, or
 * the program counter of a call site, of which nothing else is known.
 */
final class StackNumbers {
  private static final int TRUNCATED = 1;

  private final StackTable table;
  private final Ids byIndex = new Ids();
  private final Ids byCounter = new Ids();

  StackNumbers(StackTable table) {
    this.table = table;
  }

  /** The stack that the file calls {@code index}; 0 is none. */
  StackId indexed(int index) {
    if (index == 0) {
      return StackId.NONE;
    }
    StackId id = byIndex.get(index);
    if (id == null) {
      id = table.add();
      byIndex.put(index, id);
    }
    return id;
  }

  /** The stack of which only the innermost call site is known; 0 is none. */
  StackId callSite(int counter) {
    if (counter == 0) {
      return StackId.NONE;
    }
    StackId id = byCounter.get(counter);
    if (id == null) {
      id = table.add();
      table.define(id, new int[] {counter}, true, true);
      byCounter.put(counter, id);
    }
    return id;
  }

  /** Takes a {@code Stack} record. */
  void define(RecordCursor record) {
    int[] counters = new int[2 * record.words()];
    int length = 0;
    for (int i = 0; i < record.words(); i++) {
      long two = record.word(i);
      counters[length++] = (int) two;
      counters[length++] = (int) (two >>> 32);
    }
    while (length > 0 && counters[length - 1] == 0) {
      length--;
    }
    table.define(
        indexed(record.operand()),
        Arrays.copyOf(counters, length),
        true,
        (record.flags() & TRUNCATED) != 0);
  }

  /** What numbers stand for; those that were looked up lately have a place of their own each. */
  private static final class Ids {
    private static final int SIZE = 1 << 12;

    private final Int2ObjectOpenHashMap<StackId> all = new Int2ObjectOpenHashMap<>();
    private final int[] recent = new int[SIZE];
    private final @Nullable StackId[] ids = new @Nullable StackId[SIZE];

    @Nullable StackId get(int number) {
      int place = place(number);
      if (recent[place] != number) {
        recent[place] = number;
        ids[place] = all.get(number);
      }
      return ids[place];
    }

    void put(int number, StackId id) {
      int place = place(number);
      recent[place] = number;
      ids[place] = id;
      all.put(number, id);
    }

    private static int place(int number) {
      return (number ^ number >>> 12) & (SIZE - 1);
    }
  }
}

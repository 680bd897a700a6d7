package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.wire.RecordCursor;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Stacks by id. An id stands for a stack index of the file or for a single program counter; its
 * definition may come later than its first use.
 */
final class StackTable {
  private static final int TRUNCATED = 1;
  private static final String SIGNAL_PANIC = "runtime.sigpanic";

  private final Symbolizer symbolizer;
  private final Int2ObjectOpenHashMap<StackId> byIndex = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<StackId> byCounter = new Int2ObjectOpenHashMap<>();

  /** Indices and counters that were looked up lately, and what they stand for. */
  private final Recent recentIndices = new Recent();

  private final Recent recentCounters = new Recent();
  private final List<Entry> entries = new ArrayList<>();

  StackTable(Symbolizer symbolizer) {
    this.symbolizer = symbolizer;
    entries.add(new Entry(Stack.EMPTY));
  }

  /** The stack that the file calls {@code index}; 0 is none. */
  StackId indexed(int index) {
    if (index == 0) {
      return StackId.NONE;
    }
    StackId id = recentIndices.get(index);
    if (id == null) {
      id = byIndex.get(index);
      if (id == null) {
        id = add(new Entry(null));
        byIndex.put(index, id);
      }
      recentIndices.put(index, id);
    }
    return id;
  }

  /** The stack of which only the innermost call site is known; 0 is none. */
  StackId callSite(int counter) {
    if (counter == 0) {
      return StackId.NONE;
    }
    StackId id = recentCounters.get(counter);
    if (id == null) {
      id = byCounter.get(counter);
      if (id == null) {
        Entry entry = new Entry(null);
        entry.define(new int[] {counter}, true);
        id = add(entry);
        byCounter.put(counter, id);
      }
      recentCounters.put(counter, id);
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
    entries
        .get(indexed(record.operand()).value())
        .define(Arrays.copyOf(counters, length), (record.flags() & TRUNCATED) != 0);
  }

  /** How many stacks were used and never defined. */
  long undefined() {
    return entries.stream().filter(entry -> !entry.isDefined()).count();
  }

  Stack get(StackId id) {
    return entries.get(id.value()).resolve(symbolizer);
  }

  OptionalLong textOffset(StackId id) {
    return entries.get(id.value()).textOffset();
  }

  private StackId add(Entry entry) {
    entries.add(entry);
    return new StackId(entries.size() - 1);
  }

  /** A small cache: each key has one place. */
  private static final class Recent {
    private static final int SIZE = 1 << 12;

    private final int[] keys = new int[SIZE];
    private final @Nullable StackId[] ids = new @Nullable StackId[SIZE];

    @Nullable StackId get(int key) {
      int place = place(key);
      return keys[place] == key ? ids[place] : null;
    }

    void put(int key, StackId id) {
      int place = place(key);
      keys[place] = key;
      ids[place] = id;
    }

    private static int place(int key) {
      return (key ^ key >>> 12) & (SIZE - 1);
    }
  }

  private static final class Entry {
    private int[] counters = {};
    private boolean defined;
    private boolean truncated;
    private @Nullable Stack resolved;

    Entry(@Nullable Stack resolved) {
      this.resolved = resolved;
      this.defined = resolved != null;
    }

    void define(int[] programCounters, boolean cut) {
      counters = programCounters;
      defined = true;
      truncated = cut;
      resolved = null;
    }

    boolean isDefined() {
      return defined;
    }

    OptionalLong textOffset() {
      return counters.length == 0
          ? OptionalLong.empty()
          : OptionalLong.of(Integer.toUnsignedLong(counters[0]));
    }

    Stack resolve(Symbolizer symbolizer) {
      if (resolved != null) {
        return resolved;
      }
      if (!defined) {
        return Stack.EMPTY;
      }
      List<Site> frames = new ArrayList<>();
      boolean called = true;
      for (int counter : counters) {
        List<Site> here = symbolizer.frames(Integer.toUnsignedLong(counter), called);
        // A signal interrupts its instruction; it is not called by the one before.
        called = here.isEmpty() || !here.getLast().function().equals(SIGNAL_PANIC);
        if (here.isEmpty()) {
          frames.add(Site.UNKNOWN);
        }
        frames.addAll(here);
      }
      resolved = new Stack(frames, truncated);
      return resolved;
    }
  }
}

package dev.harrier.tracing.table;

import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/** All goroutines of a trace in columns, because there can be millions. */
public final class GoroutineTable {
  private static final int SYSTEM = 1 << 31;
  private static final int ABSENT = -1;

  private final Symbolizer symbolizer;
  private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();
  private final LongArrayList parents = new LongArrayList();
  private final IntArrayList stacks = new IntArrayList();
  private final IntArrayList starts = new IntArrayList();

  /** The test; the top bit marks a system goroutine. */
  private final IntArrayList tests = new IntArrayList();

  /**
   * @param symbolizer names the functions that goroutines begin with
   */
  public GoroutineTable(Symbolizer symbolizer) {
    this.symbolizer = symbolizer;
    rows.defaultReturnValue(ABSENT);
  }

  /**
   * Notes a goroutine.
   *
   * @param start text offset of its function
   */
  public void add(
      long id, GoroutineId parent, StackId stack, int start, TestId test, boolean system) {
    rows.put(id, parents.size());
    parents.add(parent.value());
    stacks.add(stack.value());
    starts.add(start);
    tests.add(test.value() | (system ? SYSTEM : 0));
  }

  /** A goroutine of whose creation the trace is not recorded has no parent. */
  public Goroutine get(GoroutineId id) {
    int row = rows.get(id.value());
    if (row == ABSENT) {
      return new Goroutine(id, GoroutineId.NONE, StackId.NONE, Site.UNKNOWN, TestId.NONE, false);
    }
    int test = tests.getInt(row);
    return new Goroutine(
        id,
        new GoroutineId(parents.getLong(row)),
        new StackId(stacks.getInt(row)),
        function(starts.getInt(row)),
        new TestId(test & ~SYSTEM),
        (test & SYSTEM) != 0);
  }

  /** The function itself, not what may be inlined at its very beginning. */
  private Site function(int start) {
    List<Site> frames = symbolizer.frames(Integer.toUnsignedLong(start), false);
    return start == 0 || frames.isEmpty() ? Site.UNKNOWN : frames.getLast();
  }
}

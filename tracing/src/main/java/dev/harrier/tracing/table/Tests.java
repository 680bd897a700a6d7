package dev.harrier.tracing.table;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.HashMap;
import java.util.Map;

/** The tests of a trace, and which of them each live goroutine works for. */
public final class Tests {
  private final Map<TestId, Test> tests = new HashMap<>();
  private final Map<TestId, Long> runners = new HashMap<>();
  private final Map<TestId, TestId> before = new HashMap<>();
  private final Long2IntOpenHashMap current = new Long2IntOpenHashMap();

  /** {@code runner} begins to run {@code test}. */
  public void begin(GoroutineId runner, Test test) {
    tests.put(test.id(), test);
    runners.put(test.id(), runner.value());
    before.put(test.id(), of(runner));
    current.put(runner.value(), test.id().value());
  }

  /** The test ended: its runner works for what it worked for before. */
  public void end(TestId test) {
    Long runner = runners.remove(test);
    TestId former = before.remove(test);
    if (runner != null && former != null && current.get(runner.longValue()) == test.value()) {
      current.put(runner.longValue(), former.value());
    }
  }

  /** {@code child} is created and inherits the test that {@code parent} works for. */
  public TestId spawn(GoroutineId parent, GoroutineId child) {
    if (current.isEmpty()) {
      return TestId.NONE;
    }
    TestId test = of(parent);
    if (!test.equals(TestId.NONE)) {
      current.put(child.value(), test.value());
    }
    return test;
  }

  /** The goroutine ended. */
  public void exit(GoroutineId goroutine) {
    if (!current.isEmpty()) {
      current.remove(goroutine.value());
    }
  }

  /** The test that the goroutine works for now, or {@link TestId#NONE}. */
  public TestId of(GoroutineId goroutine) {
    int test = current.get(goroutine.value());
    return test == 0 ? TestId.NONE : new TestId(test);
  }

  /** A test by its id; one without a name if the trace never had it. */
  public Test get(TestId id) {
    Test test = tests.get(id);
    return test != null ? test : new Test(id, "", TestId.NONE);
  }
}

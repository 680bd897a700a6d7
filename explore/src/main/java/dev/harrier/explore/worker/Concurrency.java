package dev.harrier.explore.worker;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;
import dev.harrier.tracing.decode.RecordedTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whether there was anything in a test that a schedule could change: a goroutine that runs no test
 * itself, or two tests at the same time. A parent that waits for its subtest does nothing.
 */
final class Concurrency {
  private final RecordedTrace trace;

  /** Open tests by their parents. */
  private final Map<TestId, Integer> open = new HashMap<>();

  /** Created during the test, and not seen to run a test of their own. */
  private final Set<GoroutineId> others = new HashSet<>();

  private boolean anyTest;
  private boolean parallel;

  Concurrency(RecordedTrace trace) {
    this.trace = trace;
  }

  void see(Event event) {
    switch (event) {
      case Event.TestBegin begin -> {
        TestId parent = trace.test(begin.test()).parent();
        if (parent.equals(TestId.NONE)) {
          anyTest = true;
          others.clear();
        }
        others.remove(begin.goroutine());
        parallel |= open.merge(parent, 1, Integer::sum) > 1;
      }
      case Event.TestEnd end -> open.merge(trace.test(end.test()).parent(), -1, Integer::sum);
      case Event.Spawn spawn -> others.add(spawn.child());
      default -> {}
    }
  }

  /** A program that runs no tests is taken to have some. */
  boolean isAny() {
    return parallel || !others.isEmpty() || !anyTest;
  }
}

package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Frames;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.TestId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Deadlocks of bubbles of testing/synctest whose panic has not reached its end. Where a test
 * recovers the panic and passes, it expected the deadlock; where it fails, or where nothing
 * recovers the panic, the deadlock is why.
 */
final class BubbleDeadlocks {
  /** As package runtime words the panic. */
  private static final String MESSAGE = "deadlock: ";

  /**
   * @param runner the goroutine that ran the bubble
   * @param test the test that this goroutine works for
   */
  private record Deadlock(GoroutineId runner, TestId test, List<Draft> drafts, boolean recovered) {}

  private final Frames frames;
  private final Deque<Deadlock> open = new ArrayDeque<>();

  BubbleDeadlocks(Frames frames) {
    this.frames = frames;
  }

  /** A bubble has ended in a deadlock, and its runner panics. */
  void found(GoroutineId runner, TestId test, List<Draft> drafts) {
    open.push(new Deadlock(runner, test, List.copyOf(drafts), false));
  }

  /** A panic, which may be the same one again. */
  void panics(Event.Panic panic) {
    if (panic.message().startsWith(MESSAGE)) {
      mark(panic.goroutine(), false);
    }
  }

  /** Package testing only puts the panic off. */
  void recovered(Event.Recovered event, Stack recovers) {
    if (!frames.recoversAsDriver(recovers)) {
      mark(event.goroutine(), true);
    }
  }

  /** The latest deadlock is the one that a goroutine panics for. */
  private void mark(GoroutineId runner, boolean recovered) {
    open.stream()
        .filter(deadlock -> deadlock.runner().equals(runner))
        .findFirst()
        .filter(deadlock -> deadlock.recovered() != recovered)
        .ifPresent(deadlock -> {
          open.remove(deadlock);
          open.push(new Deadlock(runner, deadlock.test(), deadlock.drafts(), recovered));
        });
  }

  /** What can be reported at the end of a test. */
  List<Draft> atEnd(Event.TestEnd end) {
    List<Draft> reported = new ArrayList<>();
    open.removeIf(deadlock -> {
      if (!deadlock.test().equals(end.test())) {
        return false;
      }
      if (!deadlock.recovered() || end.status() == Event.TestStatus.FAILED) {
        reported.addAll(deadlock.drafts());
      }
      return true;
    });
    return reported;
  }

  /** What is left to be reported at the end of the trace. */
  List<Draft> rest() {
    return open.stream()
        .filter(deadlock -> !deadlock.recovered())
        .flatMap(deadlock -> deadlock.drafts().stream())
        .toList();
  }
}

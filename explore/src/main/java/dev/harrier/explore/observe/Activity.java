package dev.harrier.explore.observe;

import dev.harrier.explore.step.EventState;
import dev.harrier.explore.step.InterleavingDigest;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How much of an execution was up to its schedule.
 *
 * @param concurrent whether there was anything in the test that a schedule could change: a
 *     goroutine that runs no test itself, or two tests at the same time
 * @param interleaving a digest of the order of its operations; 0 if it was not controlled
 * @param points how many scheduling points its tests reached; 0 if it was not controlled
 */
public record Activity(boolean concurrent, long interleaving, long points) {
  private static final Activity NONE = new Activity(true, 0, 0);

  /** Of every execution. */
  public static final Observation<Activity> ACTIVITY =
      Observation.forGuides(
          Activity.NONE, execution -> Optional.of(new ActivityRecorder(execution.trace())));

  /** Records the activity of one execution. A parent that waits for its subtest does nothing. */
  private static final class ActivityRecorder implements Recorder<Activity> {
    private final Trace trace;

    private final InterleavingDigest interleaving = new InterleavingDigest();
    private long points;

    /** Open tests by their parents. */
    private final Map<TestId, Integer> open = new HashMap<>();

    /** Created during the test, and not seen to run a test of their own. */
    private final Set<GoroutineId> others = new HashSet<>();

    private boolean anyTest;
    private boolean parallel;

    private ActivityRecorder(Trace trace) {
      this.trace = trace;
    }

    @Override
    public void accept(Event event, EventState state) {
      interleaving.accept(event, state);
      switch (event) {
        case Event.Operation _ -> points++;
        case Event.TestBegin begin -> {
          TestId parent = trace.test(begin.test()).parent();
          if (parent.equals(TestId.NONE)) {
            // What the driver of tests did before is no part of the test (tests.go).
            points = 0;
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
    private boolean isConcurrent() {
      return parallel || !others.isEmpty() || !anyTest;
    }

    @Override
    public Activity end(Ended ended) {
      return new Activity(isConcurrent(), points == 0 ? 0 : interleaving.value(), points);
    }
  }
}

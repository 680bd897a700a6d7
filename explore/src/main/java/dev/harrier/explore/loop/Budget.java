package dev.harrier.explore.loop;

import java.time.Duration;
import java.util.Set;

/**
 * When to stop. Whatever is reached first ends the exploration.
 *
 * @param time from the first execution on
 * @param executions of all targets together
 * @param perTarget executions of each target
 * @param ends what else ends it, or that of a target
 * @param failures whether tests that fail under some schedules only are findings
 * @param minimizing executions that simplifying the schedule of one finding may take; 0 leaves
 *     schedules as they were found
 */
public record Budget(
    Duration time,
    long executions,
    long perTarget,
    Set<End> ends,
    boolean failures,
    int minimizing) {
  /** Copies the set. */
  public Budget {
    ends = Set.copyOf(ends);
  }

  /** What may end an exploration, or that of a target, before its time. */
  public enum End {
    /** The first proved finding ends all. */
    FIRST_FINDING,
    /** The first proved finding of a target ends the exploration of that. */
    FIRST_FINDING_OF_TARGET,
    /** So does the last of its schedules. */
    ALL_SCHEDULES_OF_TARGET
  }

  /** Whether that ends it. */
  public boolean ends(End end) {
    return ends.contains(end);
  }

  /** The time, and that in which findings are still simplified, replayed and explained. */
  public Duration withProofs() {
    return Timetable.withProofs(time);
  }
}

package dev.harrier.explore.loop;

import java.time.Duration;

/**
 * When to stop. Whatever is reached first ends the exploration.
 *
 * @param time from the first execution on
 * @param executions of all targets together
 * @param perTarget executions of each target
 * @param firstFinding whether the first proved finding ends it
 * @param firstOfTarget whether the first proved finding of a target ends the exploration of that
 * @param untilComplete whether the exploration of a target ends when all its schedules are known
 * @param failures whether tests that fail under some schedules only are findings
 * @param minimizing executions that simplifying the schedule of one finding may take; 0 leaves
 *     schedules as they were found
 */
public record Budget(
    Duration time,
    long executions,
    long perTarget,
    boolean firstFinding,
    boolean firstOfTarget,
    boolean untilComplete,
    boolean failures,
    int minimizing) {
  /** The time, and that in which findings are still simplified, replayed and explained. */
  public Duration withProofs() {
    return Timetable.withProofs(time);
  }
}

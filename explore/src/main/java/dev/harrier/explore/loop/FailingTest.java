package dev.harrier.explore.loop;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;

/**
 * A test that failed without a finding: an assertion of its, a panic, a status.
 *
 * @param schedule of the first execution in which it failed, without timers fired before their time
 *     if there is one
 * @param onlyWithEarlyTimers whether it failed only in runs with timers fired before their time:
 *     the machine could be slow; or after it had read the state of memory
 * @param output the last lines that it printed there
 * @param failed in how many executions
 * @param executions how many there were, without those of which it is open how they would have
 *     ended
 */
public record FailingTest(
    Target target,
    Schedule schedule,
    boolean onlyWithEarlyTimers,
    String output,
    long failed,
    long executions) {
  /** The same test in other executions. */
  FailingTest plus(FailingTest later) {
    FailingTest shown = onlyWithEarlyTimers && !later.onlyWithEarlyTimers ? later : this;
    return new FailingTest(
        target,
        shown.schedule,
        shown.onlyWithEarlyTimers,
        shown.output,
        failed + later.failed,
        executions + later.executions);
  }

  /**
   * Whether its failure has nothing to do with schedules, as far as more than one execution shows.
   */
  public boolean isConstant() {
    return failed == executions && executions > 1;
  }
}

package dev.harrier.explore.worker;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;

/**
 * One execution to be done.
 *
 * @param detail what is wanted of it
 */
public record Job(Target target, Schedule schedule, Limits limits, Detail detail) {
  /** Whether the run is to record the values that its table shows. */
  boolean recordsDetails() {
    return detail == Detail.WORDS && schedule instanceof Schedule.Controlled;
  }

  /** The same target under another schedule. */
  public Job with(Schedule other) {
    return new Job(target, other, limits, detail);
  }

  /** The same, with other limits. */
  public Job with(Limits other) {
    return new Job(target, schedule, other, detail);
  }

  /** The same with something else wanted of it. */
  public Job with(Detail other) {
    return new Job(target, schedule, limits, other);
  }
}

package dev.harrier.explore.worker;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;

/**
 * One execution to be done.
 *
 * @param legible whether the events are wanted in words: for tables of findings, and to say where
 *     two runs differ
 */
public record Job(Target target, Schedule schedule, Limits limits, boolean legible) {
  /** Whether the run is to record the values that its table shows. */
  boolean recordsDetails() {
    return legible && schedule instanceof Schedule.Controlled;
  }

  /** The same target under another schedule. */
  public Job with(Schedule other) {
    return new Job(target, other, limits, legible);
  }
}

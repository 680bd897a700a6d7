package dev.harrier.explore.guide;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;

/** Leaves everything to Go's own scheduler. */
public record NativeGuide() implements Guide {
  @Override
  public Schedule next(Target target, int index, int length) {
    return new Schedule.Native(Plan.EMPTY);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    // There is nothing to decide.
    return false;
  }

  @Override
  public boolean isSatisfied() {
    return false;
  }
}

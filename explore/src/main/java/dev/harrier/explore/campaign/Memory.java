package dev.harrier.explore.campaign;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import java.util.List;

/** What one campaign leaves to the next. Called under the campaign's lock. */
public interface Memory {
  /** How many executions earlier campaigns gave this target. */
  long executions(Target target);

  /** Schedules that showed findings of this target. */
  List<Schedule> schedules(Target target);

  /** A target has had so many executions by now. */
  void progress(Target target, long executions);

  /** A schedule shows a finding. */
  void found(Target target, Schedule schedule, String fingerprint);
}

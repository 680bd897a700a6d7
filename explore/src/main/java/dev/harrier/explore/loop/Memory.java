package dev.harrier.explore.loop;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import java.util.List;

/** What one exploration leaves to the next. Called under the exploration's lock. */
public interface Memory {
  /** For an exploration that neither knows of others nor leaves anything to them. */
  Memory NONE =
      new Memory() {
        @Override
        public long executions(Target target) {
          return 0;
        }

        @Override
        public List<Schedule> schedules(Target target) {
          return List.of();
        }

        @Override
        public void progress(Target target, long executions) {
          // No one will ask.
        }

        @Override
        public void found(Target target, Schedule schedule, String fingerprint) {
          // The outcome has it.
        }
      };

  /** How many executions earlier explorations gave this target. */
  long executions(Target target);

  /** Schedules that showed findings of this target. */
  List<Schedule> schedules(Target target);

  /** A target has had so many executions by now. */
  void progress(Target target, long executions);

  /** A schedule shows a finding. */
  void found(Target target, Schedule schedule, String fingerprint);

  /** A schedule showed something that others may want to build on. */
  default void brought(Target target, Schedule schedule) {
    // On one machine it is known already.
  }
}

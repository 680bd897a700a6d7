package dev.harrier.explore.loop;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import java.util.List;

/** A piece of the work of an exploration. */
public sealed interface WorkItem {
  /** These targets are explored within a budget. */
  record Explore(List<Target> targets, Budget budget) implements WorkItem {
    public Explore {
      targets = List.copyOf(targets);
    }
  }

  /** A schedule that showed a finding to another worker is replayed. */
  record Confirm(Target target, Schedule schedule, String fingerprint) implements WorkItem {}
}

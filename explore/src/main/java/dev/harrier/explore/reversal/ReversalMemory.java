package dev.harrier.explore.reversal;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What explorations of conflicts leave to later ones. */
public interface ReversalMemory {
  /** Remembers nothing. */
  ReversalMemory NONE =
      new ReversalMemory() {
        @Override
        public Optional<Kept> recall(Target target) {
          return Optional.empty();
        }

        @Override
        public void keep(Target target, Kept kept) {
          // That is the point.
        }
      };

  /**
   * Where a conflict can be reversed.
   *
   * @param run that showed it
   * @param delay of the goroutine that came first
   */
  record OriginRun(Schedule.Controlled run, PlanEntry.Delay delay) {}

  /**
   * A conflict that could be reversed.
   *
   * @param promise how much likelier than another one it is to show a defect, from 1
   * @param shown in so many runs
   * @param tried so often
   * @param origins some of the runs that showed it
   */
  record Candidate(Conflict conflict, int promise, int shown, int tried, List<OriginRun> origins) {
    public Candidate {
      origins = List.copyOf(origins);
    }
  }

  /**
   * What is kept of one target.
   *
   * @param seen all conflicts that runs showed
   */
  record Kept(Set<Conflict> seen, List<Candidate> candidates) {
    public Kept {
      seen = Set.copyOf(seen);
      candidates = List.copyOf(candidates);
    }
  }

  /** What was kept of a target, if it still fits. */
  Optional<Kept> recall(Target target);

  /** Keeps this in place of what was kept before. */
  void keep(Target target, Kept kept);
}

package dev.harrier.vet.race;

import dev.harrier.vet.happensbefore.Access;
import dev.harrier.vet.library.LockMode;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.happensbefore.Topology;
import java.util.Map;

/**
 * Two accesses that can run at the same time.
 *
 * @param first the one to report at: in a goroutine, a write if there is one
 * @param firstHolds the locks held there
 * @param doubtful whether something that the code does not show probably orders them
 */
record Race(
    Topology topology,
    Access first,
    Map<Locksets.Held, LockMode> firstHolds,
    Access second,
    Map<Locksets.Held, LockMode> secondHolds,
    Confidence confidence,
    boolean doubtful) {
  /** Whether another race is told at the same places. */
  boolean isLike(Race other) {
    return first.position().equals(other.first.position())
        && second.position().equals(other.second.position());
  }

  Race asDoubtful() {
    return new Race(topology, first, firstHolds, second, secondHolds, confidence, true);
  }
}

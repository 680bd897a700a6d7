package dev.harrier.vet.race;

import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.mayorder.PossibleOrder;
import dev.harrier.vet.sync.Exclusion;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Two accesses that can run at the same time.
 *
 * @param first the one to report at: in a goroutine, a write if there is one
 * @param firstHolds the locks held there
 * @param shape what it looks like
 * @param orders what may order them all the same
 */
record Candidate(
    Topology topology,
    MemoryAccess first,
    Map<Locksets.Held, Exclusion> firstHolds,
    MemoryAccess second,
    Map<Locksets.Held, Exclusion> secondHolds,
    Confidence confidence,
    Shape shape,
    Set<PossibleOrder> orders) {
  Candidate {
    orders = Set.copyOf(orders);
  }

  /** Whether code that was not followed, or not understood, may order the accesses. */
  boolean doubtful() {
    return !orders.isEmpty();
  }

  /** Whether another race is reported at the same places. */
  boolean isLike(Candidate other) {
    return first.position().equals(other.first.position())
        && second.position().equals(other.second.position());
  }

  Candidate with(PossibleOrder order) {
    Set<PossibleOrder> more = EnumSet.of(order);
    more.addAll(orders);
    return new Candidate(topology, first, firstHolds, second, secondHolds, confidence, shape, more);
  }
}

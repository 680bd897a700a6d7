package dev.harrier.explore.flaky;

import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Operation;
import java.util.Optional;

/**
 * A failing and a passing run of a test that differ by one decision.
 *
 * @param decision that the failing run takes and the passing one does not
 * @param orders what comes in which order, where the decision is about that
 * @param failed what the failing run did
 * @param passed what the passing run did
 */
public record Difference(
    Discovery test,
    Schedule.Controlled failing,
    Schedule.Controlled passing,
    PlanEntry decision,
    Optional<Orders> orders,
    Interleaving failed,
    Interleaving passed) {
  /**
   * Two operations of different goroutines.
   *
   * @param first comes before the other one in the failing run, and after it in the passing one
   */
  public record Orders(Operation first, Operation second) {}
}

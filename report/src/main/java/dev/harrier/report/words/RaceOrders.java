package dev.harrier.report.words;

import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.HeldLock;
import dev.harrier.model.finding.Step;
import java.util.ArrayList;
import java.util.List;

/** What would have ordered the two accesses of a race: sentences. */
public final class RaceOrders {
  private RaceOrders() {}

  /** One for each kind of synchronization that is near, the nearest first. */
  public static List<String> of(Defect.Race race, Explanation explanation) {
    List<String> orders = new ArrayList<>();
    for (Step step : explanation.steps()) {
      if (step instanceof Step.Considered) {
        orders.add(Steps.of(step));
      }
    }
    started(race.first(), "first", "second", orders);
    if (!race.sameCode()) {
      started(race.second(), "second", "first", orders);
    }
    if (race.first().atomic() != race.second().atomic()) {
      orders.add(
          "The %s access is atomic and the %s is not: if both were, they would not race."
              .formatted(
                  race.first().atomic() ? "first" : "second",
                  race.first().atomic() ? "second" : "first"));
    }
    orders.add(locks(explanation));
    orders.add(
        "A send, close, Done or Unlock after one access, and before the other access the"
            + " receive, Wait or Lock that it unblocks, would order them.");
    return orders;
  }

  private static void started(Access access, String own, String other, List<String> orders) {
    access
        .by()
        .filter(launch -> !launch.at().file().isEmpty())
        .ifPresent(launch ->
            orders.add(
                "The goroutine of the %s access is started at %s: the %s access would be ordered if it came before that, in the goroutine that starts it."
                    .formatted(own, Names.place(launch.at()), other)));
  }

  private static String locks(Explanation explanation) {
    List<List<HeldLock>> held =
        explanation.steps().stream()
            .filter(Step.Accessed.class::isInstance)
            .map(step -> ((Step.Accessed) step).holding())
            .toList();
    return held.size() == 2 && held.stream().anyMatch(locks -> !locks.isEmpty())
        ? "The first access %s, the second %s: one lock that both hold, for a write with Lock, not RLock, would order them."
            .formatted(holds(held.getFirst()), holds(held.getLast()))
        : "One lock that both hold at the access, for a write with Lock, not RLock, would order"
            + " them.";
  }

  private static String holds(List<HeldLock> locks) {
    return locks.isEmpty() ? "holds no lock" : "holds " + Steps.locks(locks);
  }
}

package dev.harrier.explore.minimize;

import dev.harrier.explore.schedule.PlanEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans of one switch that may do what a plan of several does. Where a schedule goes from one
 * goroutine to a second and on to a third, none of its switches can be left out, but one from the
 * first to the third may be enough.
 */
final class SingleSwitches {
  /** A plan of more is no detour of one switch. */
  private static final int MOST = 5;

  private SingleSwitches() {}

  /** One from each place of a switch to where another one leads; none if the plan is long. */
  static List<PlanEntry> of(List<PlanEntry> plan) {
    List<PlanEntry.Next> switches =
        plan.stream()
            .filter(PlanEntry.Next.class::isInstance)
            .map(PlanEntry.Next.class::cast)
            .toList();
    if (switches.size() != plan.size() || plan.size() > MOST) {
      return List.of();
    }
    List<PlanEntry> all = new ArrayList<>();
    for (PlanEntry.Next from : switches) {
      for (PlanEntry.Next to : switches) {
        if (!to.chosen().equals(from.chosen()) && !to.chosen().equals(from.goroutine())) {
          all.add(new PlanEntry.Next(from.goroutine(), from.at(), to.chosen()));
        }
      }
    }
    return all.stream().distinct().toList();
  }
}

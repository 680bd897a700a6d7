package dev.harrier.explore.confirm;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.SymbolOffset;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A prediction in a native run, and where its goroutines would take the locks that block them. A
 * goroutine that is delayed there, with the locks that it holds, blocks the others there.
 *
 * @param places of these operations, as {@link PlanEntry.InjectedDelay} has them
 */
public record DelayInjection(Finding prediction, Set<SymbolOffset> places) {
  /** Longer and longer: a goroutine may reach its place long after another. */
  private static final List<Duration> TIMES =
      List.of(Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(300));

  public DelayInjection {
    places = Set.copyOf(places);
  }

  /** What makes it happen, the quickest first. */
  public List<Plan> attempts() {
    return TIMES.stream().map(this::delayed).toList();
  }

  private Plan delayed(Duration time) {
    return new Plan(
        places.stream()
            .sorted()
            .<PlanEntry>map(place -> new PlanEntry.InjectedDelay(place, time.toMillis()))
            .toList());
  }
}

package dev.harrier.explore.schedule;

import java.util.List;

/**
 * Decisions that go before the strategy's own, in the order in which the runtime reads them.
 *
 * @param entries as {@link PlanText} writes them
 */
public record Plan(List<PlanEntry> entries) {
  public static final Plan EMPTY = new Plan(List.of());

  public Plan {
    entries = List.copyOf(entries);
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Where accesses to memory are scheduling points: what stays when decisions are left out. */
  public List<PlanEntry> accessPoints() {
    return entries.stream().filter(PlanEntry.AccessPoint.class::isInstance).toList();
  }

  /** The entries that decide something. */
  public List<PlanEntry> decisions() {
    return entries.stream().filter(PlanEntry::isDecision).toList();
  }

  /** Whether each decision records all that it could have been. */
  public boolean recordsAlternatives() {
    return entries.stream().anyMatch(PlanEntry.Alternatives.class::isInstance);
  }

  /** What selects prefer, and for how long they wait for it. */
  public Plan preferences() {
    return new Plan(
        entries.stream()
            .filter(e -> e instanceof PlanEntry.Preference || e instanceof PlanEntry.Patience)
            .toList());
  }

  /** The same decisions, which record nothing else. */
  public Plan withoutAlternatives() {
    return new Plan(
        entries.stream().filter(entry -> !(entry instanceof PlanEntry.Alternatives)).toList());
  }
}

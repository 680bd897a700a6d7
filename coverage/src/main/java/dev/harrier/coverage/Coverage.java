package dev.harrier.coverage;

import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.model.usage.Uncovered;
import java.util.List;
import java.util.Optional;

/**
 * Coverage of a fixed model of usages, accumulated over runs. Not for several threads at a time.
 */
public final class Coverage {
  private final UsageIndex usages;
  private final GoroutineNode main = GoroutineNode.root();

  /**
   * @param model all usages that count
   */
  public Coverage(List<ConcurrencyUsage> model) {
    this.usages = new UsageIndex(model);
  }

  /** Takes in one run. */
  public void add(RunCoverage run) {
    add(run, main);
  }

  /**
   * Takes in what earlier runs did.
   *
   * @return false if its usage is not in the model, and nothing was taken in
   */
  public boolean add(Covered covered) {
    Optional<UsageCoverage> usage = usages.of(covered.usage());
    usage.ifPresent(known -> {
      GoroutineNode node = main;
      for (Site site : covered.node()) {
        node = node.child(site);
      }
      known.reach(node);
      for (Requirement requirement : covered.done()) {
        known.cover(node, requirement.part(), requirement.effect());
      }
      covered.passable().forEach(known::passes);
    });
    return usage.isPresent();
  }

  /** All that the runs did so far. */
  public List<Covered> all() {
    return usages.all().stream().flatMap(usage -> usage.all().stream()).toList();
  }

  private void add(RunCoverage run, GoroutineNode node) {
    for (RunCoverage.Fact fact : run.facts()) {
      fact.operation().usage(usages.at(fact.site())).ifPresent(usage -> mark(usage, node, fact));
    }
    run.children().forEach(child -> add(child, node.child(child.createdAt())));
  }

  private static void mark(UsageCoverage usage, GoroutineNode node, RunCoverage.Fact fact) {
    usage.reach(node);
    Part part = fact.operation().part(usage);
    fact.operation().effect().ifPresent(effect -> usage.cover(node, part, effect));
    if (fact.passable()) {
      usage.passes(part);
    }
  }

  /** How many requirements were met in at least one run. */
  public int covered() {
    return usages.all().stream().mapToInt(UsageCoverage::covered).sum();
  }

  /**
   * How many there are, as far as is known: those of a usage count for each node that reached it.
   */
  public int total() {
    return usages.all().stream().mapToInt(UsageCoverage::total).sum();
  }

  /** From 0 to 100; 100 for a model without requirements. */
  public double percentage() {
    int total = total();
    return total == 0 ? 100 : 100.0 * covered() / total;
  }

  /** Figures and gaps as they are now. */
  public CoverageReport report() {
    List<Uncovered> gaps = usages.all().stream().flatMap(u -> Gaps.of(u).stream()).toList();
    return new CoverageReport(covered(), total(), main.size(), gaps);
  }
}

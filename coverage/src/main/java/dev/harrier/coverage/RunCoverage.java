package dev.harrier.coverage;

import dev.harrier.model.trace.Site;
import java.util.List;

/**
 * What one run showed, without ties to its trace: its goroutine tree, and at which places of the
 * source the goroutines of each node did what.
 */
public final class RunCoverage {
  /**
   * @param passable whether the channel had a buffer or was closed
   */
  record Fact(Site site, UsageOperation operation, boolean passable) {}

  private final Site createdAt;
  private final List<Fact> facts;
  private final List<RunCoverage> children;

  RunCoverage(Site createdAt, List<Fact> facts, List<RunCoverage> children) {
    this.createdAt = createdAt;
    this.facts = List.copyOf(facts);
    this.children = List.copyOf(children);
  }

  /** A run of which there is no trace. */
  public static RunCoverage none() {
    return new RunCoverage(Site.UNKNOWN, List.of(), List.of());
  }

  Site createdAt() {
    return createdAt;
  }

  List<Fact> facts() {
    return facts;
  }

  List<RunCoverage> children() {
    return children;
  }
}

package dev.harrier.coverage;

import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.Effect;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What all runs did at one usage, for each goroutine node that reached it. */
final class UsageCoverage {
  private final ConcurrencyUsage usage;
  private final Set<Part> passable = new HashSet<>();
  private final Map<GoroutineNode, Set<Requirement>> done = new LinkedHashMap<>();

  UsageCoverage(ConcurrencyUsage usage) {
    this.usage = usage;
  }

  ConcurrencyUsage usage() {
    return usage;
  }

  /** The node was here. */
  void reach(GoroutineNode node) {
    done.computeIfAbsent(node, _ -> new HashSet<>());
  }

  /** The node did that here. */
  void cover(GoroutineNode node, Part part, Effect effect) {
    done.computeIfAbsent(node, _ -> new HashSet<>()).add(new Requirement(part, effect));
  }

  /** The part was seen to work on a channel with a buffer, or on a closed one. */
  void passes(Part part) {
    passable.add(part);
  }

  /** What is required here of each node, as far as is known. */
  List<Requirement> requirements() {
    return Requirements.of(usage, passable);
  }

  boolean isPassable(Part part) {
    return passable.contains(part);
  }

  boolean isReached() {
    return !done.isEmpty();
  }

  /** The nodes that reached this usage, and what each did. */
  Map<GoroutineNode, Set<Requirement>> nodes() {
    return done;
  }

  /** All of this, node by node. */
  List<Covered> all() {
    return done.entrySet().stream()
        .map(e -> new Covered(e.getKey().path(), usage, e.getValue(), passable))
        .toList();
  }

  /** A usage that no goroutine reached counts once. */
  int total() {
    return Math.max(1, done.size()) * requirements().size();
  }

  int covered() {
    List<Requirement> required = requirements();
    int covered = 0;
    for (Set<Requirement> seen : done.values()) {
      for (Requirement requirement : required) {
        covered += seen.contains(requirement) ? 1 : 0;
      }
    }
    return covered;
  }
}

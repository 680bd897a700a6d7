package dev.harrier.coverage;

import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.GoroutineRole;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node of the global goroutine tree: all goroutines of all runs whose parents are equivalent and
 * that were created at the same line (GoAT, section "Coverage Measurement").
 */
final class GoroutineNode {
  private record Place(String file, int line) {}

  private final Optional<GoroutineNode> parent;
  private final Site createdAt;
  private final Map<Place, GoroutineNode> children = new HashMap<>();

  private GoroutineNode(Optional<GoroutineNode> parent, Site createdAt) {
    this.parent = parent;
    this.createdAt = createdAt;
  }

  /** The main goroutine. */
  static GoroutineNode root() {
    return new GoroutineNode(Optional.empty(), Site.UNKNOWN);
  }

  /**
   * The node of a goroutine that this one creates. A goroutine that creates others of its own sort,
   * at whatever remove, stays in one node with them: the tree is as deep as the code, not as the
   * recursion.
   */
  GoroutineNode child(Site site) {
    Place place = new Place(site.file(), site.line());
    for (Optional<GoroutineNode> up = Optional.of(this); up.isPresent(); up = up.get().parent) {
      if (up.get().parent.isPresent() && up.get().place().equals(place)) {
        return up.get();
      }
    }
    return children.computeIfAbsent(place, _ -> new GoroutineNode(Optional.of(this), site));
  }

  private Place place() {
    return new Place(createdAt.file(), createdAt.line());
  }

  /** Where the goroutines from main, which is left out, to these were created. */
  List<Site> path() {
    Deque<Site> path = new ArrayDeque<>();
    for (GoroutineNode node = this; node.parent.isPresent(); node = node.parent.get()) {
      path.addFirst(node.createdAt);
    }
    return List.copyOf(path);
  }

  /** How a developer would call them. */
  GoroutineRole role() {
    return new GoroutineRole(parent.map(_ -> createdAt));
  }

  /** This node and all below it. */
  int size() {
    return 1 + children.values().stream().mapToInt(GoroutineNode::size).sum();
  }
}

package dev.harrier.coverage;

import dev.harrier.model.trace.StackId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Goroutines of one run that share their ancestry. Stacks are ids here: a trace may use a stack
 * before it defines it.
 */
final class RunNode {
  /**
   * Noted for most events. What the compiler would leave to method handles is written out here: the
   * quick compiler, which compiles {@code fuzz}, does not see through them.
   *
   * @param passable whether the channel had a buffer or was closed
   */
  record Fact(StackId stack, UsageOperation operation, boolean passable) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Fact fact
          && stack.value() == fact.stack.value()
          && passable == fact.passable
          && operation.equals(fact.operation);
    }

    @Override
    public int hashCode() {
      return (stack.value() * 31 + operation.hashCode()) * 31 + Boolean.hashCode(passable);
    }
  }

  private final Optional<RunNode> parent;
  private final StackId createdAt;
  private final Map<StackId, RunNode> children = new HashMap<>();
  private final Set<Fact> facts = new HashSet<>();

  private RunNode(Optional<RunNode> parent, StackId createdAt) {
    this.parent = parent;
    this.createdAt = createdAt;
  }

  static RunNode root() {
    return new RunNode(Optional.empty(), StackId.NONE);
  }

  /** Folds recursion as {@link GoroutineNode#child} does. */
  RunNode child(StackId stack) {
    for (Optional<RunNode> up = Optional.of(this); up.isPresent(); up = up.get().parent) {
      if (up.get().parent.isPresent() && up.get().createdAt.equals(stack)) {
        return up.get();
      }
    }
    return children.computeIfAbsent(stack, _ -> new RunNode(Optional.of(this), stack));
  }

  void note(Fact fact) {
    facts.add(fact);
  }

  StackId createdAt() {
    return createdAt;
  }

  Collection<RunNode> children() {
    return children.values();
  }

  Set<Fact> facts() {
    return facts;
  }
}

package dev.harrier.bench.oracle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All that can come of a program, by every interleaving of its operations. */
final class Enumeration {
  private Enumeration() {}

  /**
   * The outcomes; empty if there are more than {@code most} states.
   *
   * @param most states
   */
  static Optional<Set<String>> of(Sample sample, int most) {
    Set<String> known = new HashSet<>();
    Set<String> outcomes = new TreeSet<>();
    Deque<Machine> open = new ArrayDeque<>();
    open.add(new Machine(sample));
    while (!open.isEmpty()) {
      Machine machine = open.removeLast();
      var next = machine.next();
      if (next.isEmpty()) {
        outcomes.add(machine.outcome());
      }
      for (Machine then : next) {
        if (known.add(then.key())) {
          if (known.size() > most) {
            return Optional.empty();
          }
          open.add(then);
        }
      }
    }
    return Optional.of(outcomes);
  }
}

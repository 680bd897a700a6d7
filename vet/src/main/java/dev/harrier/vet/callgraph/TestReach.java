package dev.harrier.vet.callgraph;

import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Leads;
import dev.harrier.vet.ssa.TestFunction;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which tests may run a function. What runs only because a package variable holds it, filled when
 * the program starts, belongs to no test.
 */
public final class TestReach {
  private final Leads leads;

  public TestReach(Leads leads) {
    this.leads = leads;
  }

  /** The tests that may run all of these functions, by package and name. */
  public List<TestFunction> of(List<FunctionId> functions) {
    List<Set<Integer>> leading = functions.stream().map(this::leadingTo).toList();
    return leads.tests().entrySet().stream()
        .filter(test -> leading.stream().allMatch(set -> set.contains(test.getValue())))
        .map(Map.Entry::getKey)
        .sorted(Comparator.comparing(TestFunction::packagePath).thenComparing(TestFunction::name))
        .toList();
  }

  private Set<Integer> leadingTo(FunctionId function) {
    Set<Integer> found = new HashSet<>(Set.of(function.index()));
    Deque<Integer> work = new ArrayDeque<>(found);
    while (!work.isEmpty()) {
      for (int source : leads.from().getOrDefault(work.poll(), List.of())) {
        if (found.add(source)) {
          work.add(source);
        }
      }
    }
    return found;
  }
}

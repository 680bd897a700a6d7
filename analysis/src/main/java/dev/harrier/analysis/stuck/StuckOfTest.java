package dev.harrier.analysis.stuck;

import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is stuck of one test at a checkpoint.
 *
 * @param test NONE outside tests
 * @param root the goroutine that runs the test, if it is itself stuck
 * @param behind other tests whose own goroutines are stuck behind a member
 */
record StuckOfTest(TestId test, Optional<Stuck> root, List<Stuck> members, Set<TestId> behind) {
  StuckOfTest {
    members = List.copyOf(members);
    behind = Set.copyOf(behind);
  }

  StuckOfTest(TestId test, Optional<Stuck> root, List<Stuck> members) {
    this(test, root, members, Set.of());
  }

  /**
   * The same with one entry for a defect of which several tests are victims: parallel subtests that
   * share a fixture are all deadlocked if one goroutine, of one of them or of the test above, is
   * stuck. A test whose own goroutine waits for that of another one, over any number of steps, goes
   * to the other one, with what else waits for it. What is already known, or not proved, takes
   * nothing in: the deadlock might go unreported.
   */
  static List<StuckOfTest> joined(
      List<StuckOfTest> tests,
      ProgramState program,
      WaitGraph graph,
      Predicate<GoroutineId> known) {
    Map<TestId, StuckOfTest> joined = new LinkedHashMap<>();
    tests.forEach(test -> joined.put(test.test(), test));
    Map<GoroutineId, RootCause> causes = new HashMap<>();
    for (RootCause cause : graph.rootCauses()) {
      cause.members().forEach(member -> causes.put(member.id(), cause));
      cause.behind().forEach(member -> causes.put(member.id(), cause));
    }
    for (StuckOfTest test : tests) {
      RootCause cause = test.root().map(root -> causes.get(root.id())).orElse(null);
      if (cause == null
          || !cause.first().proof().isConclusive()
          || known.test(cause.first().id())) {
        continue;
      }
      TestId host = program.testOf(cause.first().id());
      StuckOfTest other = joined.get(host);
      if (other != null
          && !host.equals(test.test())
          && other.root().stream().allMatch(root -> cause.equals(causes.get(root.id())))) {
        joined.remove(test.test());
        joined.put(
            host,
            other.with(
                test,
                test.members().stream()
                    .filter(member -> cause.equals(causes.get(member.id())))
                    .toList()));
      }
    }
    return List.copyOf(joined.values());
  }

  private StuckOfTest with(StuckOfTest other, List<Stuck> moved) {
    List<Stuck> all = new ArrayList<>(members);
    all.addAll(moved);
    Set<TestId> tests = new HashSet<>(behind);
    tests.add(other.test());
    tests.addAll(other.behind());
    return new StuckOfTest(test, root, all, tests);
  }
}

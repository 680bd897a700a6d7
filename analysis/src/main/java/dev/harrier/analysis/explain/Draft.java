package dev.harrier.analysis.explain;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.TestId;
import java.util.List;

/**
 * A finding before it has its location, fingerprint, witness and count.
 *
 * @param test the test to charge
 * @param identity the places that make up the defect
 */
public record Draft(
    Rule rule,
    Strength strength,
    Defect defect,
    TestId test,
    Identity identity,
    Explanation explanation) {
  /** The same draft about a panic that was recovered. */
  public Draft recovered() {
    List<Evidence> evidence =
        explanation.evidence().stream()
            .map(e -> e instanceof Evidence.Panic p ? new Evidence.RecoveredPanic(p.text()) : e)
            .toList();
    return with(
        strength,
        new Explanation(
            explanation.participants(),
            explanation.objects(),
            explanation.steps(),
            evidence,
            explanation.doubts(),
            explanation.fix()));
  }

  /** The same draft, no reason to fail for what {@code doubt} says. */
  public Draft suspicious(Doubt doubt) {
    return with(Strength.SUSPICIOUS, explanation.doubted(doubt));
  }

  private Draft with(Strength other, Explanation explained) {
    return new Draft(rule, other, defect, test, identity, explained);
  }

  /**
   * What makes a defect the same one in another run.
   *
   * @param operation what happens at the places, in a word
   * @param where the stack that the finding points into
   * @param createdAt where its goroutine was created; empty for main
   * @param others the further places that the defect takes, in any order: those of the other
   *     members of a cycle, of the other close; never those of goroutines that it merely concerns
   */
  public record Identity(String operation, Stack where, Stack createdAt, List<Stack> others) {
    private static final String CYCLE = "cycle";

    public Identity {
      others = List.copyOf(others);
    }

    /**
     * That of goroutines that wait for each other: the places at which they do. Which of them came
     * first, and what created them, differs from run to run.
     *
     * @param others all places of the cycle, or all but the first
     */
    public static Identity ofCycle(Stack where, List<Stack> others) {
      return new Identity(CYCLE, where, Stack.EMPTY, others);
    }

    public boolean isOfCycle() {
      return operation.equals(CYCLE);
    }
  }
}

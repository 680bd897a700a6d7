package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.TestId;
import java.util.Optional;

/**
 * The goroutine that runs a test, or main, can never continue (the global deadlock of GoAT's
 * DeadlockCheck, applied to each test's tree). The whole wait-for graph is shown.
 */
public final class GlobalDeadlock implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "global-deadlock",
          "nothing can continue",
          "Lock in one order everywhere, hold no lock while waiting for a channel, and see that a"
              + " goroutine is left to send, receive or close.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    if (!group.root().map(r -> r.proof().isConclusive()).orElse(false) || !group.blames(cause)) {
      return Optional.empty();
    }
    StuckDraft draft = StuckDraft.of(RULE, cause.first(), group);
    WaitSteps.of(cause, group).forEach(draft::step);
    return Optional.of(
        draft
            .cycle(cause)
            .alsoStuck(WaitSteps.others(cause, group), Part.STUCK_WITH)
            .draft(
                new Defect.Deadlocked(
                    !group.test().equals(TestId.NONE),
                    cause.first().reason(),
                    cause.members().size())));
  }
}

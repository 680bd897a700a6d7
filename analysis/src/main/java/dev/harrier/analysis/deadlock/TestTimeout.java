package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.stuck.Proof;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import java.util.Optional;

/** A test had not ended at its time limit, and it is not proved that it never would. */
public final class TestTimeout implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "test-timeout",
          "a test ran into its time limit",
          "Look at what the test's goroutine was doing and at what it waits for.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    boolean late =
        group.checkpoint().reason() == CheckpointReason.TIMEOUT
            && group.root().map(r -> r.proof() == Proof.TIME_LIMIT).orElse(false);
    if (!late || !group.blames(cause)) {
      return Optional.empty();
    }
    StuckDraft draft = StuckDraft.of(RULE, cause.first(), group);
    WaitSteps.of(group).forEach(draft::step);
    return Optional.of(
        draft
            .cycle(cause)
            .alsoStuck(WaitSteps.others(cause, group), Part.STILL_THERE)
            .draft(
                new Defect.TimedOut(
                    Optional.of(cause.first().reason()).filter(BlockReason::isSynchronisation))));
  }
}

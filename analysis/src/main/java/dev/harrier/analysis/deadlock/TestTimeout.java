package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.stuck.Proof;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckReport;
import dev.harrier.model.finding.Rule;
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
  public Optional<Report> explain(RootCause cause, StuckGroup group) {
    boolean late =
        group.checkpoint().reason() == CheckpointReason.TIMEOUT
            && group.root().map(r -> r.proof() == Proof.TIME_LIMIT).orElse(false);
    if (!late || !group.blames(cause)) {
      return Optional.empty();
    }
    StuckReport report = StuckReport.of(RULE, cause.first(), group);
    WaitLines.of(group).forEach(report::step);
    return Optional.of(
        report
            .alsoStuck(cause.members(), "waits in the same cycle")
            .alsoStuck(WaitLines.others(cause, group), "still there too")
            .message(message(cause.first())));
  }

  private static String message(Stuck stuck) {
    return stuck.reason().isSynchronisation()
        ? "the test ran into its time limit, blocked in " + stuck.reason().words()
        : "the test ran into its time limit while it was still busy";
  }
}

package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckReport;
import dev.harrier.model.finding.Rule;
import java.util.Optional;

/**
 * The goroutine that runs a test, or main, can never go on (the global deadlock of GoAT's
 * DeadlockCheck, applied to each test's tree). The whole wait-for graph is told.
 */
public final class GlobalDeadlock implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "global-deadlock",
          "nothing can go on",
          "Follow the wait-for lines: lock in one order everywhere, hold no lock while waiting for a"
              + " channel, and see that somebody is left to send, receive or close.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(RootCause cause, StuckGroup group) {
    if (!group.root().map(r -> r.proof().isConclusive()).orElse(false) || !group.blames(cause)) {
      return Optional.empty();
    }
    StuckReport report = StuckReport.of(RULE, cause.first(), group);
    WaitLines.of(group).forEach(report::step);
    return Optional.of(
        report
            .alsoStuck(cause.members(), "waits in the same cycle")
            .alsoStuck(WaitLines.others(cause, group), "stuck with it")
            .message(message(cause, group)));
  }

  private static String message(RootCause cause, StuckGroup group) {
    String scope = group.test().value() == 0 ? "the program" : "the test";
    Stuck first = cause.first();
    if (cause.members().size() > 1) {
      return scope
          + " is deadlocked: "
          + cause.members().size()
          + " goroutines wait for each other in a cycle";
    }
    return scope + " is deadlocked in " + first.reason().words();
  }
}

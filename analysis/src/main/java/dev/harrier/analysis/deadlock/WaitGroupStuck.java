package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.state.GroupState;
import dev.harrier.analysis.state.Role;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Words;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckReport;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ObjectId;
import java.util.List;
import java.util.Optional;

/** A Wait that can't return because nobody is left to call the missing Done. */
public final class WaitGroupStuck implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "waitgroup-stuck",
          "WaitGroup.Wait never returns",
          "Match every Add with a deferred Done, or use WaitGroup.Go, which does both.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(RootCause cause, StuckGroup group) {
    Stuck stuck = cause.first();
    if (stuck.reason() != BlockReason.WAIT_GROUP
        || cause.cyclic()
        || !group.blames(cause)
        || !stuck.proof().isConclusive()) {
      return Optional.empty();
    }
    for (ObjectId id : stuck.awaited()) {
      if (group.program().object(id) instanceof GroupState waitGroup && waitGroup.counter() > 0) {
        return Optional.of(report(stuck, waitGroup, cause, group));
      }
    }
    return Optional.empty();
  }

  private static Report report(
      Stuck stuck, GroupState waitGroup, RootCause cause, StuckGroup group) {
    StuckReport report = StuckReport.of(RULE, stuck, group).historyOf(waitGroup.id());
    Words words = group.story().words();
    for (var id : waitGroup.participants().with(Role.ADDED)) {
      if (!id.equals(stuck.id())) {
        report.step(words.goroutine(id) + " called Add");
      }
    }
    List<Stuck> others = group.deadlocked() ? WaitLines.others(cause, group) : cause.behind();
    return report
        .alsoStuck(others, "stuck with it")
        .message(
            "Wait never returns: "
                + waitGroup.added()
                + " added, "
                + waitGroup.done()
                + " done, and nobody is left to call Done");
  }
}

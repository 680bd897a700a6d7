package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.state.CondState;
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

/**
 * A {@code Cond.Wait} that nobody will end. The usual reason is a signal that came before the wait:
 * a cond does not remember signals.
 */
public final class CondStuck implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "cond-stuck",
          "Cond.Wait never returns",
          "Change the condition under the lock, wait in a loop that tests it, and signal after every"
              + " change.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(RootCause cause, StuckGroup group) {
    Stuck stuck = cause.first();
    if (stuck.reason() != BlockReason.COND
        || !group.blames(cause)
        || !stuck.proof().isConclusive()) {
      return Optional.empty();
    }
    for (ObjectId id : stuck.awaited()) {
      if (group.program().object(id) instanceof CondState cond) {
        return Optional.of(report(stuck, cond, cause, group));
      }
    }
    return Optional.empty();
  }

  private static Report report(Stuck stuck, CondState cond, RootCause cause, StuckGroup group) {
    Words words = group.story().words();
    StuckReport report = StuckReport.of(RULE, stuck, group).historyOf(cond.id());
    cond.lost()
        .ifPresent(event -> report.step(words.operationBy(event) + " when nobody was waiting"));
    report.step(group.story().releasers(cond.id(), stuck.id(), List.of(Role.SIGNALLED)));
    List<Stuck> others = group.deadlocked() ? WaitLines.others(cause, group) : cause.behind();
    return report
        .alsoStuck(others, "stuck with it")
        .message(
            cond.lost().isPresent()
                ? "Wait never returns: the cond was signalled when nobody waited, and never again"
                : "Wait never returns: nobody is left to signal the cond");
  }
}

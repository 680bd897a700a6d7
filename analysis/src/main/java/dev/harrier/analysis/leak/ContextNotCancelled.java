package dev.harrier.analysis.leak;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.ContextState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckReport;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Optional;

/**
 * A goroutine is stuck on the Done channel of a context that nobody cancelled (BINGO, section
 * 3.2.4). In a deadlock it is said only if whoever made the context has gone: otherwise the cancel
 * may be a deferred call that the deadlock keeps from running.
 */
public final class ContextNotCancelled implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "context-not-cancelled",
          "a context is never cancelled, and a goroutine waits for it",
          "Call the context's cancel function on every path, best by defer right after its creation.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(RootCause cause, StuckGroup group) {
    Stuck stuck = cause.first();
    ProgramState program = group.program();
    for (ObjectId id : stuck.awaited()) {
      if (program.object(id) instanceof ChannelState channel
          && !channel.context().equals(ObjectId.NONE)
          && program.object(channel.context()) instanceof ContextState context
          && !context.cancelled()
          && isForgotten(context, cause, group)) {
        return Optional.of(report(stuck, context, cause, group));
      }
    }
    return Optional.empty();
  }

  private static boolean isForgotten(ContextState context, RootCause cause, StuckGroup group) {
    if (!group.deadlocked()) {
      return true;
    }
    return group.blames(cause)
        && context.made().map(m -> group.program().live(m.goroutine()).isEmpty()).orElse(false);
  }

  private static Report report(
      Stuck stuck, ContextState context, RootCause cause, StuckGroup group) {
    StuckReport report = StuckReport.of(RULE, stuck, group).object(context.id());
    Optional<Event.ContextNew> made = context.made();
    made.ifPresent(m -> {
      report.step(group.story().words().operationBy(m));
      report.goroutine(m.goroutine(), "made the context", group.program().trace().stack(m.stack()));
      report.pointingAt(group.program().trace().stack(m.stack()));
    });
    return report
        .alsoStuck(cause.behind(), "stuck behind it")
        .evidence("the context was never cancelled, nor was any context above it")
        .message(
            "the cancel function of this context is never called, and a goroutine waits for it");
  }
}

package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Words;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckReport;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import java.util.Optional;

/** Somebody is stuck on a lock whose holder has gone without giving it back. */
public final class MissingUnlock implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "missing-unlock",
          "a lock is never unlocked",
          "Unlock on every path, best by defer right after the lock was taken.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(RootCause cause, StuckGroup group) {
    for (Stuck stuck : cause.members()) {
      for (ObjectId id : stuck.awaited()) {
        if (group.program().object(id) instanceof LockState lock) {
          for (Event.Acquire hold : lock.holders()) {
            if (isInTheWay(stuck, hold) && isGone(hold.goroutine(), group)) {
              return Optional.of(report(stuck, hold, cause, group));
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isInTheWay(Stuck stuck, Event.Acquire hold) {
    return !hold.goroutine().equals(stuck.id())
        && (hold.mode() == LockMode.WRITE || stuck.reason() != BlockReason.RWMUTEX_RLOCK);
  }

  /** Exited, or at the end of its test or of the program: it takes stock as its last operation. */
  private static boolean isGone(GoroutineId holder, StuckGroup group) {
    CheckpointReason reason = group.checkpoint().reason();
    return group.program().live(holder).isEmpty()
        || (holder.equals(group.checkpoint().goroutine())
            && (reason == CheckpointReason.TEST_END || reason == CheckpointReason.PROCESS_END));
  }

  private static Report report(Stuck stuck, Event.Acquire hold, RootCause cause, StuckGroup group) {
    Words words = group.story().words();
    Stack taken = group.program().trace().stack(hold.stack());
    return StuckReport.of(RULE, stuck, group)
        .pointingAt(taken)
        .step(words.operationBy(hold))
        .step(words.goroutine(hold.goroutine()) + " ended without unlocking it")
        .goroutine(hold.goroutine(), "held the lock when it ended", taken)
        .alsoStuck(cause.members(), "waits in the same knot")
        .alsoStuck(
            group.deadlocked() ? WaitLines.others(cause, group) : cause.behind(), "stuck behind it")
        .evidence("the goroutine that holds the lock has ended")
        .message(
            (hold.mode() == LockMode.READ ? "the read lock" : "the lock")
                + " taken here is never given back, and "
                + words.place(group.story().standsAt(stuck.goroutine()))
                + " waits for it");
  }
}

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
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import java.util.Optional;

/**
 * A goroutine is stuck on a lock that it holds itself: a second Lock, a Lock under its own RLock,
 * or a second RLock with a writer waiting in between (sync.RWMutex lets no new reader pass a
 * waiting writer).
 */
public final class DoubleLock implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "double-lock",
          "a goroutine waits for a lock that it holds itself",
          "Go's locks are not reentrant: unlock first, or split off a function that expects the lock"
              + " to be held.");

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
            if (hold.goroutine().equals(stuck.id())) {
              return Optional.of(report(stuck, hold, cause, group));
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Report report(Stuck stuck, Event.Acquire hold, RootCause cause, StuckGroup group) {
    Words words = group.story().words();
    return StuckReport.of(RULE, stuck, group)
        .step(words.operationBy(hold) + " and did not unlock it")
        .alsoStuck(cause.members(), "waits in the same knot")
        .alsoStuck(
            group.deadlocked() ? WaitLines.others(cause, group) : cause.behind(), "stuck behind it")
        .evidence("the lock is held by the goroutine that waits for it")
        .message(message(stuck, hold, group) + ", taken at " + words.place(hold.stack()));
  }

  private static String message(Stuck stuck, Event.Acquire hold, StuckGroup group) {
    if (group.program().trace().object(hold.lock()).kind() == ObjectKind.ONCE) {
      return "the function of this Once calls the same Once again";
    }
    boolean readHold = hold.mode() == LockMode.READ;
    if (stuck.reason() == BlockReason.RWMUTEX_RLOCK) {
      return readHold
          ? "RLock waits for a writer that waits for this goroutine's own RLock"
          : "RLock waits for this goroutine's own Lock";
    }
    return readHold
        ? "Lock waits for this goroutine's own RLock: a read lock can't be upgraded"
        : "Lock waits for a lock that this goroutine already holds";
  }
}

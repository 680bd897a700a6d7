package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Defect.LockedTwice.Again;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
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
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    return group
        .heldForGood(cause)
        .filter(blocked -> blocked.hold().goroutine().equals(blocked.waiter().id()))
        .findFirst()
        .map(blocked -> draft(blocked.waiter(), blocked.hold(), cause, group));
  }

  private static Draft draft(Stuck stuck, Event.Acquire hold, RootCause cause, StuckGroup group) {
    return StuckDraft.of(RULE, stuck, group)
        .step(
            new Step.Performed(
                group.explainer().operations().of(hold), Step.Performed.Remark.NEVER_UNLOCKED))
        .cycle(cause)
        .alsoStuck(
            group.deadlocked() ? WaitSteps.others(cause, group) : cause.behind(), Part.STUCK_BEHIND)
        .evidence(new Evidence.HeldByWaiter())
        .draft(
            new Defect.LockedTwice(
                again(stuck, hold, group), group.explainer().operations().site(hold.stack())));
  }

  private static Again again(Stuck stuck, Event.Acquire hold, StuckGroup group) {
    if (group.program().trace().object(hold.lock()).kind() == ObjectKind.ONCE) {
      return Again.ONCE_IN_ITSELF;
    }
    boolean readHold = hold.mode() == LockMode.READ;
    if (stuck.reason() == BlockReason.RWMUTEX_RLOCK) {
      return readHold ? Again.READ_LOCK_UNDER_READ_LOCK : Again.READ_LOCK_UNDER_LOCK;
    }
    return readHold ? Again.LOCK_UNDER_READ_LOCK : Again.LOCK_UNDER_LOCK;
  }
}

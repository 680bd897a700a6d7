package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.LockAnalysis;
import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;

/**
 * A goroutine is stuck on a lock whose holder has exited without unlocking it; or, only suspicious,
 * nothing refers to a lock any more that is held. Some programs do the latter on purpose: a lock
 * that is never given back keeps others from using what it guards again.
 */
public final class MissingUnlock implements StuckAnalysis, LockAnalysis {
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
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    return group
        .heldForGood(cause)
        .filter(blocked -> isInTheWay(blocked.waiter(), blocked.hold()))
        .filter(blocked -> isGone(blocked.hold().goroutine(), group))
        .findFirst()
        .map(blocked -> draft(blocked.waiter(), blocked.hold(), cause, group));
  }

  private static boolean isInTheWay(Stuck stuck, Event.Acquire hold) {
    return !hold.goroutine().equals(stuck.id())
        && (hold.mode() == LockMode.WRITE || stuck.reason() != BlockReason.RWMUTEX_RLOCK);
  }

  /** Exited, or at the end of its test or of the program: the checkpoint is its last operation. */
  private static boolean isGone(GoroutineId holder, StuckGroup group) {
    CheckpointReason reason = group.checkpoint().reason();
    return group.program().live(holder).isEmpty()
        || (holder.equals(group.checkpoint().goroutine())
            && (reason == CheckpointReason.TEST_END || reason == CheckpointReason.PROCESS_END));
  }

  @Override
  public List<Draft> beforeCollected(
      Event.Collected collected, ProgramState program, Explainer explainer) {
    return program.object(collected.lock()) instanceof LockState lock
        ? lock.holders().stream()
            .filter(hold -> isOfInterest(program.trace().stack(hold.stack()), explainer))
            .map(hold -> draft(hold, program, explainer))
            .toList()
        : List.of();
  }

  /**
   * Whether code under test took the lock: what a test itself holds at its end harms nothing, and a
   * library may know why.
   */
  private static boolean isOfInterest(Stack taken, Explainer explainer) {
    return explainer.frames().isUser(taken.top()) && !taken.top().file().endsWith("_test.go");
  }

  private static Draft draft(Event.Acquire hold, ProgramState program, Explainer explainer) {
    Stack taken = program.trace().stack(hold.stack());
    return new Draft(
        RULE,
        Strength.SUSPICIOUS,
        new Defect.NeverUnlocked(hold.mode(), Optional.empty()),
        program.testOf(hold.goroutine()),
        new Draft.Identity("held", taken, Stack.EMPTY, List.of()),
        new Explanation(
            List.of(explainer.goroutine(hold.goroutine(), Part.TOOK_LOCK, taken)),
            List.of(explainer.object(hold.lock())),
            List.of(
                new Step.Performed(
                    explainer.operations().of(hold), Step.Performed.Remark.NEVER_UNLOCKED)),
            List.of(new Evidence.UnreachableWhileHeld()),
            List.of(),
            Optional.empty()));
  }

  private static Draft draft(Stuck stuck, Event.Acquire hold, RootCause cause, StuckGroup group) {
    Explainer explainer = group.explainer();
    Stack taken = group.program().trace().stack(hold.stack());
    return StuckDraft.of(RULE, stuck, group)
        .pointingAt(taken)
        .step(new Step.Performed(explainer.operations().of(hold), Step.Performed.Remark.NONE))
        .step(new Step.ExitedHolding(hold.goroutine(), explainer.operations().object(hold.lock())))
        .goroutine(hold.goroutine(), Part.HELD_LOCK_AT_EXIT, taken)
        .cycle(cause)
        .alsoStuck(
            group.deadlocked() ? WaitSteps.others(cause, group) : cause.behind(), Part.STUCK_BEHIND)
        .evidence(new Evidence.HolderExited())
        .draft(
            new Defect.NeverUnlocked(
                hold.mode(), Optional.of(explainer.site(explainer.standsAt(stuck.goroutine())))));
  }
}

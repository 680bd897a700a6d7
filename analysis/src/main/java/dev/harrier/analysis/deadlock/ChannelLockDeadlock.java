package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.PredictiveAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.predict.lock.Acquisition;
import dev.harrier.analysis.predict.wait.LockedWait;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Step.WouldBlock.Attempt;
import dev.harrier.model.finding.Step.WouldBlock.Obstacle;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A goroutine waits at a channel, or for a wait group, with a lock held that its partner takes on
 * the way. See {@link dev.harrier.analysis.predict}.
 */
public final class ChannelLockDeadlock implements PredictiveAnalysis {
  private static final Rule RULE =
      new Rule(
          "channel-lock-deadlock",
          "a goroutine waits, holding a lock, for a goroutine that needs that lock",
          "Unlock before you send, receive or wait, or let the other goroutine do without the lock.",
          Strength.PREDICTED);

  private record Places(Site waiting, Site taken) {}

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public List<Draft> explain(Predictions predictions, ProgramState program, Explainer explainer) {
    List<Draft> drafts = new ArrayList<>();
    Set<Places> reported = new HashSet<>();
    for (LockedWait wait : predictions.waits()) {
      PredictionDraft draft = new PredictionDraft(program, explainer);
      Places places =
          new Places(draft.site(wait.waiting().stack()), draft.site(wait.taken().stack()));
      boolean library =
          draft.isLibrary(wait.waiting().stack()) && draft.isLibrary(wait.taken().stack());
      if (!library
          && !isOfContextError(wait, program)
          && !draft.isTry(wait.taken().stack())
          && reported.add(places)) {
        drafts.add(draft(wait, draft, program, explainer));
      }
    }
    return drafts;
  }

  /**
   * Whether the wait is that of {@code Context.Err}, which receives from a channel that is about to
   * be closed, by a goroutine that needs no other lock for that (since Go 1.25, context.go).
   */
  private static boolean isOfContextError(LockedWait wait, ProgramState program) {
    Site at = program.trace().stack(wait.waiting().stack()).top();
    return at.packagePath().equals("context") && at.function().endsWith(").Err");
  }

  private static Draft draft(
      LockedWait wait, PredictionDraft draft, ProgramState program, Explainer explainer) {
    LockedWait.Waiting waiting = wait.waiting();
    Acquisition held = wait.held();
    Acquisition taken = wait.taken();
    draft.arrives(waiting.goroutine(), List.of(held));
    draft.blocks(
        new Step.WouldBlock(
            waiting.goroutine(),
            attempt(waiting.kind()),
            explainer.operations().object(waiting.object()),
            draft.site(waiting.stack()),
            new Obstacle.NotYetDone(wait.partner(), draft.site(wait.doneAt()))),
        waiting.stack());
    draft.arrives(wait.partner(), List.of());
    draft.blocks(
        new Step.WouldBlock(
            wait.partner(),
            taken.mode() == LockMode.READ ? Attempt.READ_LOCK : Attempt.LOCK,
            explainer.operations().object(taken.lock()),
            draft.site(taken.stack()),
            new Obstacle.HeldBy(waiting.goroutine(), draft.site(held.stack()))),
        taken.stack());
    Trace trace = program.trace();
    return new Draft(
        RULE,
        Strength.PREDICTED,
        new Defect.WaitsWithLock(
            attempt(waiting.kind()), draft.site(held.stack()), draft.site(taken.stack())),
        program.testOf(waiting.goroutine()),
        new Draft.Identity(
            "wait under lock",
            trace.stack(waiting.stack()),
            explainer.createdAt(waiting.goroutine()),
            List.of(trace.stack(held.stack()), trace.stack(taken.stack()))),
        new Explanation(
            draft.participants(),
            List.of(explainer.object(held.lock()), explainer.object(waiting.object())),
            draft.steps(),
            List.of(new Evidence.PartnerCameFirst(wait.partner())),
            List.of(),
            Optional.empty()));
  }

  private static Attempt attempt(LockedWait.Kind kind) {
    return switch (kind) {
      case RECEIVE -> Attempt.RECEIVE;
      case SEND -> Attempt.SEND;
      case WAIT -> Attempt.WAIT;
    };
  }
}

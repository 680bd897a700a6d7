package dev.harrier.analysis.leak;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.ContextState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckProof;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;

/**
 * A goroutine is stuck on the Done channel of a context that was never canceled (BINGO, section
 * 3.2.4). Where the cancel is deferred it is not forgotten, and what keeps its function from
 * returning is the cause. In a deadlock it is reported only if the goroutine that made the context
 * has gone: otherwise the cancel may be a deferred call that the deadlock keeps from running. A
 * context that the standard library makes for a goroutine of its own is none of its user's.
 */
public final class ContextNotCanceled implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "context-not-canceled",
          "a context is never canceled, and a goroutine waits for it",
          "Call the context's cancel function on every path, best by defer right after its"
              + " creation.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    Stuck stuck = cause.first();
    ProgramState program = group.program();
    if (hasOtherWaysOut(stuck, program)) {
      return Optional.empty();
    }
    for (ObjectId id : stuck.awaited()) {
      if (program.object(id) instanceof ChannelState channel
          && !channel.context().equals(ObjectId.NONE)
          && program.object(channel.context()) instanceof ContextState context
          && !context.canceled()
          && !isCanceledLater(context, group)
          && !isOfLibrary(stuck, context, group)
          && !isOfRound(stuck, context)
          && isForgotten(context, cause, group)) {
        return Optional.of(draft(stuck, context, cause, group));
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the select has, besides a context and a stream of work, a case that nothing was ever
   * sent on, such as a shutdown or an error of its peer: which of them should have come is not
   * known, and to blame the context would be a guess.
   */
  private static boolean hasOtherWaysOut(Stuck stuck, ProgramState program) {
    List<ChannelState> others =
        stuck.awaited().stream()
            .map(program::object)
            .filter(ChannelState.class::isInstance)
            .map(ChannelState.class::cast)
            .filter(channel -> channel.context().equals(ObjectId.NONE))
            .toList();
    return others.size() > 1 && others.stream().anyMatch(channel -> channel.sends() == 0);
  }

  /** Whether the function that made it cancels it when it returns: it has not returned yet. */
  private static boolean isCanceledLater(ContextState context, StuckGroup group) {
    return context
        .made()
        .map(m -> group.program().trace().stack(m.stack()))
        .flatMap(group.explainer()::deferredCancel)
        .isPresent();
  }

  /** Whether a goroutine that polls made it for a round of its loop: time ends it. */
  private static boolean isOfRound(Stuck stuck, ContextState context) {
    return stuck.proof() == StuckProof.POLLS
        && context.made().map(m -> m.goroutine().equals(stuck.id())).orElse(false);
  }

  private static boolean isOfLibrary(Stuck stuck, ContextState context, StuckGroup group) {
    Explainer explainer = group.explainer();
    return explainer.frames().isLibrary(explainer.standsAt(stuck.goroutine()))
        && context
            .made()
            .map(m -> group.program().trace().stack(m.stack()))
            .filter(explainer.frames()::isLibrary)
            .isPresent();
  }

  private static boolean isForgotten(ContextState context, RootCause cause, StuckGroup group) {
    if (!group.deadlocked()) {
      return true;
    }
    return group.blames(cause)
        && context.made().map(m -> group.program().live(m.goroutine()).isEmpty()).orElse(false);
  }

  private static Draft draft(Stuck stuck, ContextState context, RootCause cause, StuckGroup group) {
    StuckDraft draft = StuckDraft.of(RULE, stuck, group).object(context.id());
    Optional<Event.ContextNew> made = context.made();
    made.ifPresent(m -> {
      Stack at = group.program().trace().stack(m.stack());
      draft
          .step(
              new Step.Performed(group.explainer().operations().of(m), Step.Performed.Remark.NONE))
          .goroutine(m.goroutine(), Part.MADE_CONTEXT, at);
      // What recorded it may know no place of the program's; the one that waits has one.
      if (!group.explainer().site(at).file().isEmpty()) {
        draft.pointingAt(at);
      }
    });
    return draft
        .alsoStuck(cause.behind(), Part.STUCK_BEHIND)
        .evidence(new Evidence.ContextNotCanceled())
        .draft(new Defect.NeverCanceled());
  }
}

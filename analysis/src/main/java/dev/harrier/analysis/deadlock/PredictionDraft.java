package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.predict.lock.Acquisition;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what is said of goroutines that continued in this run and might not in the next. */
final class PredictionDraft {
  private final ProgramState program;
  private final Explainer explainer;
  private final List<Step> steps = new ArrayList<>();
  private final List<Participant> participants = new ArrayList<>();

  PredictionDraft(ProgramState program, Explainer explainer) {
    this.program = program;
    this.explainer = explainer;
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }

  List<Participant> participants() {
    return List.copyOf(participants);
  }

  /** Adds a goroutine: its creation and the locks that it takes on its way. */
  void arrives(GoroutineId id, List<Acquisition> holds) {
    explainer.creation(id).ifPresent(steps::add);
    for (Acquisition hold : holds) {
      steps.add(
          new Step.Holds(
              id, explainer.operations().object(hold.lock()), hold.mode(), site(hold.stack())));
    }
  }

  /** Adds the step at which it would block, and the goroutine as a participant. */
  void blocks(Step.WouldBlock step, StackId at) {
    steps.add(step);
    participants.add(
        explainer.participant(
            step.goroutine(),
            Part.WOULD_BE_STUCK,
            waitsAt(step.goroutine(), at)
                .<Condition>map(reason -> new Condition.Blocked(reason, site(at)))
                .orElseGet(Condition.WentOn::new),
            step.object().isNil() ? List.of() : List.of(step.object().id()),
            program.trace().stack(at),
            List.of()));
  }

  private Optional<BlockReason> waitsAt(GoroutineId id, StackId at) {
    return program
        .live(id)
        .flatMap(GoroutineState::block)
        .filter(block -> block.stack().equals(at))
        .map(Event.Block::reason);
  }

  Site site(StackId at) {
    return explainer.operations().site(at);
  }

  /** Whether the standard library does this on its own, and is not what is tested. */
  boolean isLibrary(StackId at) {
    return explainer.frames().isLibrary(program.trace().stack(at));
  }

  /** Whether the place is a TryLock, which never waits. */
  boolean isTry(StackId at) {
    Stack stack = program.trace().stack(at);
    return explainer.mentions(stack, ".TryLock(")
        || explainer.mentions(stack, ".TryRLock(")
        || stack.frames().stream()
            .anyMatch(f ->
                f.function().endsWith("Mutex).TryLock")
                    || f.function().endsWith("Mutex).TryRLock"));
  }
}

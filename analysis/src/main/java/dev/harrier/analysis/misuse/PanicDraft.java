package dev.harrier.analysis.misuse;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.EventOperations;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Operations;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what all rules about panics say alike of one. */
final class PanicDraft {
  private final Rule rule;
  private final Event.Panic panic;
  private final ProgramState program;
  private final Explainer explainer;
  private final List<Participant> participants = new ArrayList<>();
  private final List<InvolvedObject> objects = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Stack> places = new ArrayList<>();

  PanicDraft(Rule rule, PanicMoment moment, ProgramState program, Explainer explainer) {
    this.rule = rule;
    this.panic = moment.panic();
    this.program = program;
    this.explainer = explainer;
    participants.add(explainer.panicked(moment));
  }

  private Stack stack() {
    return program.trace().stack(panic.stack());
  }

  /** Adds an object and what was done with it before the panic. */
  PanicDraft object(ObjectId id) {
    objects.add(explainer.object(id));
    List<Operation> before =
        program.object(id).recent().stream()
            .filter(event -> event.order() < panic.order())
            .map(explainer.operations()::of)
            .toList();
    for (Operation operation : Operations.folded(before)) {
      steps.add(new Step.Performed(operation, Step.Performed.Remark.NONE));
    }
    return this;
  }

  /** Adds a channel and the goroutine that closed it first; where it did so, if it is closed. */
  Optional<Site> closedChannel(ChannelState channel) {
    object(channel.id());
    return channel
        .closed()
        .map(close -> {
          Stack at = program.trace().stack(close.stack());
          goroutine(close.goroutine(), Part.CLOSED_CHANNEL, at);
          return explainer.site(at);
        });
  }

  /** Adds a goroutine whose operation at {@code at} is part of the defect. */
  PanicDraft goroutine(GoroutineId id, Part part, Stack at) {
    places.add(at);
    if (!id.equals(panic.goroutine())) {
      participants.add(explainer.goroutine(id, part, at));
    }
    return this;
  }

  Draft draft(Defect defect) {
    String text = EventOperations.firstLine(panic.message());
    steps.add(new Step.Panicked(panic.goroutine(), explainer.site(stack()), text));
    return new Draft(
        rule,
        Strength.OBSERVED,
        defect,
        program.testOf(panic.goroutine()),
        new Draft.Identity("panic", stack(), explainer.createdAt(panic.goroutine()), places),
        new Explanation(
            participants,
            objects,
            steps,
            List.of(new Evidence.Panic(panic.fatal(), text)),
            List.of(),
            Optional.empty()));
  }
}

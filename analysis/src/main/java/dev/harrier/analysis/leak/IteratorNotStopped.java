package dev.harrier.analysis.leak;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A coroutine of {@code iter.Pull} of which nothing refers to {@code next} and {@code stop} any
 * more. It is reported where it was made: it stands in the middle of its sequence, with the
 * deferred calls and the locks that the sequence has there.
 */
public final class IteratorNotStopped implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "iterator-not-stopped",
          "a pulled iterator is never stopped",
          "Call the stop function that iter.Pull returns on every path, best by defer right after"
              + " the call: it lets the sequence run its deferred calls and end.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    Stuck stuck = cause.first();
    if (group.deadlocked() || stuck.reason() != BlockReason.COROUTINE) {
      return Optional.empty();
    }
    Explainer explainer = group.explainer();
    Stack made = explainer.createdAt(stuck.id());
    Site site = explainer.site(made);
    List<Step> steps = new ArrayList<>();
    explainer.creation(stuck.id()).ifPresent(steps::add);
    for (Event.Acquire hold : stuck.goroutine().holds()) {
      steps.add(
          new Step.Performed(
              explainer.operations().of(hold), Step.Performed.Remark.NEVER_UNLOCKED));
    }
    steps.add(new Step.Blocked(stuck.id(), stuck.reason(), site, true));
    Participant seen = explainer.goroutine(stuck.goroutine(), Part.STUCK);
    Participant coroutine =
        new Participant(
            seen.id(),
            seen.part(),
            new Participant.Condition.Blocked(stuck.reason(), site),
            seen.awaits(),
            seen.stack(),
            seen.createdAt(),
            seen.creator(),
            seen.lastOperations());
    return Optional.of(
        new Draft(
            RULE,
            stuck.proof().strength(),
            new Defect.Leaked(stuck.reason(), Optional.empty(), true, 1),
            group.program().testOf(stuck.id()),
            new Draft.Identity(stuck.reason().name(), made, Stack.EMPTY, List.of()),
            new Explanation(
                List.of(coroutine),
                List.of(),
                steps,
                List.of(stuck.proof().evidence()),
                List.of(),
                Optional.empty())));
  }
}

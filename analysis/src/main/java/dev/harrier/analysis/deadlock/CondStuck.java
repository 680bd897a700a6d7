package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.state.CondState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A {@code Cond.Wait} that nothing will end. The usual reason is a signal that came before the
 * wait: a cond does not remember signals.
 */
public final class CondStuck implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "cond-stuck",
          "Cond.Wait never returns",
          "Change the condition under the lock, wait in a loop that tests it, and signal after every"
              + " change.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    Stuck stuck = cause.first();
    if (stuck.reason() != BlockReason.COND
        || !group.blames(cause)
        || !stuck.proof().isConclusive()) {
      return Optional.empty();
    }
    for (ObjectId id : stuck.awaited()) {
      if (group.program().object(id) instanceof CondState cond) {
        return Optional.of(draft(stuck, cond, cause, group));
      }
    }
    return Optional.empty();
  }

  private static Draft draft(Stuck stuck, CondState cond, RootCause cause, StuckGroup group) {
    StuckDraft draft =
        StuckDraft.of(RULE, stuck, group)
            .historyOf(
                cond.id(),
                event -> cond.lost().map(lost -> lost.order() != event.order()).orElse(true));
    cond.lost()
        .ifPresent(event ->
            draft.step(
                new Step.Performed(
                    group.explainer().operations().of(event), Step.Performed.Remark.NO_WAITER)));
    draft.step(group.explainer().releasers(cond.id(), stuck.id(), Set.of(Role.SIGNALED)));
    List<Stuck> others = group.deadlocked() ? WaitSteps.others(cause, group) : cause.behind();
    return draft
        .alsoStuck(others, Part.STUCK_WITH)
        .draft(new Defect.NeverSignaled(cond.lost().isPresent()));
  }
}

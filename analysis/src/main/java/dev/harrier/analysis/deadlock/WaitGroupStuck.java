package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.state.GroupState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A Wait that can't return because no goroutine is left to call the missing Done. */
public final class WaitGroupStuck implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "waitgroup-stuck",
          "WaitGroup.Wait never returns",
          "Match every Add with a deferred Done, or use WaitGroup.Go, which does both.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    Stuck stuck = cause.first();
    if (stuck.reason() != BlockReason.WAIT_GROUP
        || cause.cyclic()
        || !group.blames(cause)
        || !stuck.proof().isConclusive()) {
      return Optional.empty();
    }
    for (ObjectId id : stuck.awaited()) {
      if (group.program().object(id) instanceof GroupState waitGroup && waitGroup.counter() > 0) {
        return Optional.of(draft(stuck, waitGroup, cause, group));
      }
    }
    return Optional.empty();
  }

  private static Draft draft(Stuck stuck, GroupState waitGroup, RootCause cause, StuckGroup group) {
    List<Stuck> others = group.deadlocked() ? WaitSteps.others(cause, group) : cause.behind();
    return StuckDraft.of(RULE, stuck, group)
        .historyOf(waitGroup.id())
        .step(
            group.explainer().releasers(waitGroup.id(), stuck.id(), Set.of(Role.ADDED, Role.DONE)))
        .alsoStuck(others, Part.STUCK_WITH)
        .draft(new Defect.NeverDone(waitGroup.added(), waitGroup.done()));
  }
}

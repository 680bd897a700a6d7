package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.explain.EventOperations;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.ObjectId;
import java.util.List;

/** The wait-for graph of a group, a step for each goroutine. */
final class WaitSteps {
  private WaitSteps() {}

  static List<Step> of(StuckGroup group) {
    return group.members().stream().map(stuck -> step(stuck, group)).toList();
  }

  /** The goroutines of the group that are no members of this cause. */
  static List<Stuck> others(RootCause cause, StuckGroup group) {
    return group.members().stream().filter(s -> !cause.members().contains(s)).toList();
  }

  private static Step step(Stuck stuck, StuckGroup group) {
    EventOperations operations = group.explainer().operations();
    return new Step.Waits(
        stuck.id(),
        stuck.reason(),
        group.explainer().site(group.explainer().standsAt(stuck.goroutine())),
        stuck.awaited().stream().map(operations::object).toList(),
        stuck.awaited().stream().flatMap(id -> holders(id, group).stream()).toList(),
        group.graph().waitsFor(stuck).stream().map(Stuck::id).toList());
  }

  private static List<Step.Waits.Holder> holders(ObjectId id, StuckGroup group) {
    return group.program().object(id) instanceof LockState lock
        ? lock.holders().stream()
            .map(hold ->
                new Step.Waits.Holder(
                    hold.goroutine(), group.explainer().operations().site(hold.stack())))
            .toList()
        : List.of();
  }
}

package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.WaitStep;
import dev.harrier.model.finding.Step;
import java.util.List;

/** The wait-for graph of a group, a step for each goroutine. */
final class WaitSteps {
  private WaitSteps() {}

  static List<Step> of(StuckGroup group) {
    return group.members().stream()
        .<Step>map(stuck -> WaitStep.of(stuck, group.graph(), group.program(), group.explainer()))
        .toList();
  }

  /** The goroutines of the group that are no members of this cause. */
  static List<Stuck> others(RootCause cause, StuckGroup group) {
    return group.members().stream().filter(s -> !cause.members().contains(s)).toList();
  }
}

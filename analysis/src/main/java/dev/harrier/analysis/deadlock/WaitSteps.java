package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.WaitStep;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.GoroutineId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The wait-for graph of a group: a step for each of the first goroutines, beginning with the cause.
 * The draft says how many more there are.
 */
final class WaitSteps {
  private WaitSteps() {}

  static List<Step> of(RootCause cause, StuckGroup group) {
    return Stream.concat(cause.members().stream(), others(cause, group).stream())
        .limit(1 + StuckDraft.DESCRIBED)
        .<Step>map(stuck -> WaitStep.of(stuck, group.graph(), group.program(), group.explainer()))
        .toList();
  }

  /** The goroutines of the group that are no members of this cause. */
  static List<Stuck> others(RootCause cause, StuckGroup group) {
    Set<GoroutineId> known = cause.members().stream().map(Stuck::id).collect(Collectors.toSet());
    return group.members().stream().filter(s -> !known.contains(s.id())).toList();
  }
}

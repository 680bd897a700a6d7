package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.EventOperations;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.stream.Stream;

/** An edge of the wait-for graph as a finding has it. */
public final class WaitStep {
  /** How many of the goroutines that hold something, or are waited for, are named. */
  private static final int NAMED = 8;

  private WaitStep() {}

  /** Where a goroutine waits, for what and for which others. */
  public static Step.Waits of(
      Stuck stuck, WaitGraph graph, ProgramState program, Explainer explainer) {
    EventOperations operations = explainer.operations();
    List<Stuck> targets = graph.waitsFor(stuck);
    return new Step.Waits(
        stuck.id(),
        stuck.reason(),
        explainer.site(explainer.standsAt(stuck.goroutine())),
        stuck.awaited().stream().map(operations::object).toList(),
        stuck.awaited().stream()
            .flatMap(id -> holders(id, graph.handovers(), program, operations))
            .limit(NAMED)
            .toList(),
        targets.stream().limit(NAMED).map(Stuck::id).toList(),
        Math.max(0, targets.size() - NAMED));
  }

  private static Stream<Step.Waits.Holder> holders(
      ObjectId id, Handovers handovers, ProgramState program, EventOperations operations) {
    return program.object(id) instanceof LockState lock
        ? lock.holders().stream().flatMap(hold -> holders(hold, handovers, operations))
        : Stream.empty();
  }

  /** The goroutine that took it, or those that are to give it back for that one. */
  private static Stream<Step.Waits.Holder> holders(
      Event.Acquire hold, Handovers handovers, EventOperations operations) {
    Site since = operations.site(hold.stack());
    List<GoroutineState> heirs = handovers.heirs(hold);
    return heirs.isEmpty()
        ? Stream.of(new Step.Waits.Holder(hold.goroutine(), since))
        : heirs.stream().map(heir -> new Step.Waits.Holder(heir.id(), since));
  }
}

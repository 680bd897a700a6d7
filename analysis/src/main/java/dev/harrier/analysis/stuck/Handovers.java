package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Locks that another goroutine than the one that took them is to give back. Two things show it: it
 * has happened before, to that lock or to one taken at the same place; or a goroutine was created
 * with the lock held by a go statement whose function literal unlocks something.
 */
final class Handovers {
  private static final String UNLOCKS = "Unlock(";

  private final ProgramState program;
  private final Predicate<GoroutineId> unlocks;

  /** Those that live, by the goroutine that created them. */
  private final Map<GoroutineId, List<GoroutineState>> children;

  /** What was found of each hold: thousands of goroutines may ask for the same one. */
  private final Map<Event.Acquire, List<GoroutineState>> unlockers = new HashMap<>();

  private Handovers(
      ProgramState program,
      Map<GoroutineId, List<GoroutineState>> children,
      Predicate<GoroutineId> unlocks) {
    this.program = program;
    this.children = children;
    this.unlocks = unlocks;
  }

  /** As things are now: good for one checkpoint. */
  static Handovers of(ProgramState program, Explainer explainer) {
    return new Handovers(
        program, program.liveByParent(), id -> explainer.goStatementHas(id, UNLOCKS));
  }

  /** Only from what has happened. */
  static Handovers observed(ProgramState program) {
    return new Handovers(program, Map.of(), _ -> false);
  }

  boolean isHandedOff(Event.Acquire hold) {
    return program.isHandedOff(hold) || !unlockers(hold).isEmpty();
  }

  boolean isHandedOff(ObjectId id) {
    return program.object(id) instanceof LockState lock
        && lock.holders().stream().anyMatch(this::isHandedOff);
  }

  /** The goroutines that may give the lock back in place of the one that took it. */
  List<GoroutineState> heirs(Event.Acquire hold) {
    return program.isHandedOff(hold) ? program.bornUnder(hold) : unlockers(hold);
  }

  private List<GoroutineState> unlockers(Event.Acquire hold) {
    return unlockers.computeIfAbsent(
        hold,
        _ ->
            children.getOrDefault(hold.goroutine(), List.of()).stream()
                // What waits to take the lock is to unlock what it took, not what another one
                // holds.
                .filter(child -> child.bornAt() > hold.order() && !child.isBlockedOn(hold.lock()))
                .filter(child -> unlocks.test(child.id()))
                .toList());
  }
}

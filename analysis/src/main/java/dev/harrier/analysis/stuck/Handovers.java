package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import java.util.List;
import java.util.function.Predicate;

/**
 * Locks that another goroutine than the one that took them is to give back. Two things tell: it has
 * happened before, to that lock or to one taken at the same place; or a goroutine was created with
 * the lock held by a go statement whose function literal unlocks something.
 */
final class Handovers {
  private static final String UNLOCKS = "Unlock(";

  private final ProgramState program;
  private final Predicate<GoroutineId> unlocks;

  private Handovers(ProgramState program, Predicate<GoroutineId> unlocks) {
    this.program = program;
    this.unlocks = unlocks;
  }

  static Handovers of(ProgramState program, Explainer explainer) {
    return new Handovers(program, id -> explainer.goStatementHas(id, UNLOCKS));
  }

  /** From what has happened alone. */
  static Handovers observed(ProgramState program) {
    return new Handovers(program, _ -> false);
  }

  boolean isHandedOff(Event.Acquire hold) {
    return program.isHandedOff(hold)
        || program.bornUnder(hold).stream().anyMatch(child -> unlocks.test(child.id()));
  }

  boolean isHandedOff(ObjectId id) {
    return program.object(id) instanceof LockState lock
        && lock.holders().stream().anyMatch(this::isHandedOff);
  }

  /** The goroutines that may give the lock back in place of the one that took it. */
  List<GoroutineState> heirs(Event.Acquire hold) {
    List<GoroutineState> born = program.bornUnder(hold);
    return program.isHandedOff(hold)
        ? born
        : born.stream().filter(child -> unlocks.test(child.id())).toList();
  }
}

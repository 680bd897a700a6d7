package dev.harrier.analysis.stuck;

import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.Event;

/**
 * Whether a lock that is held will ever be given back, where Go lets any goroutine do that. Two
 * things point to another one: that it has happened before, to this lock or to one taken at the
 * same place; and, unless it is proved that no goroutine can continue, a goroutine that the holder
 * created with the lock held and that is not blocked for that very lock.
 */
final class HeldLocks {
  private final ProgramState program;
  private final Handovers handovers;

  HeldLocks(ProgramState program, Handovers handovers) {
    this.program = program;
    this.handovers = handovers;
  }

  /**
   * Whether no goroutine but its holder can be meant to give the lock back that {@code waiter}
   * awaits.
   */
  boolean isHeldForGood(Stuck waiter, Event.Acquire hold) {
    return !handovers.isHandedOff(hold)
        && (waiter.proof().isConclusive()
            || program.bornUnder(hold).stream()
                .allMatch(
                    child -> child.block().map(b -> b.object().equals(hold.lock())).orElse(false)));
  }
}

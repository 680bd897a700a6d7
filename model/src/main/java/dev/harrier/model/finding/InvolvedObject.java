package dev.harrier.model.finding;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Stack;
import java.util.List;

/**
 * An object's part in a finding.
 *
 * @param madeAt where it was made, or where it was first used if {@code madeKnown} is false
 * @param lastOperations the latest operations on it, oldest first
 */
public record InvolvedObject(
    ObjectId id,
    ObjectKind kind,
    Stack madeAt,
    boolean madeKnown,
    State state,
    List<Operation> lastOperations) {
  public InvolvedObject {
    lastOperations = List.copyOf(lastOperations);
  }

  /** How the object was at the moment that the finding is about. */
  public sealed interface State {
    record Channel(int capacity, boolean closed, long sent, long received) implements State {}

    /** Empty if it was free; a goroutine that read-locked it twice is named once. */
    record Lock(List<GoroutineId> holders) implements State {
      public Lock {
        holders = List.copyOf(holders);
      }
    }

    record WaitGroup(long counter, long added, long done) implements State {}

    record Context(boolean canceled) implements State {}

    /** A cond, with how many signals found no goroutine waiting. */
    record Cond(int lostSignals) implements State {}

    record Other() implements State {}
  }
}

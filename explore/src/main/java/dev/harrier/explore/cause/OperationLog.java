package dev.harrier.explore.cause;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.step.OperationRole;
import dev.harrier.explore.step.Shared;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The operations of one execution that other goroutines can see, in the order in which they began.
 *
 * @param rivals the channels that some select receives from together with a channel
 */
public record OperationLog(List<Entry> entries, Map<ObjectId, Set<ObjectId>> rivals) {
  /** Nothing was recorded, or more than could be compared. */
  public static final OperationLog NONE = new OperationLog(List.of(), Map.of());

  /** Of executions whose events are wanted in words. */
  public static final Observation<OperationLog> OPERATIONS =
      new Observation<>(
          NONE,
          execution ->
              execution.legible()
                  ? Optional.of(new OperationRecorder(execution.trace(), execution.context()))
                  : Optional.empty());

  public OperationLog {
    entries = List.copyOf(entries);
    rivals = Map.copyOf(rivals);
  }

  /** Which operation of which goroutine, as the runtime counts them in this execution. */
  public record Key(GoroutineName goroutine, long number) {}

  /**
   * What is the same operation in two executions: the numbers differ where a library that it went
   * through before took another way.
   *
   * @param nth of those that the goroutine does at this place, from 1
   */
  public record Spot(GoroutineName goroutine, Site site, int nth) {}

  /** What an operation does to something. */
  public record Use(Shared shared, OperationRole role) {}

  /**
   * One operation.
   *
   * @param stack without frames of the runtime and of the test driver
   */
  public record Entry(Key key, Spot spot, Operation operation, Stack stack, List<Use> uses) {
    public Entry {
      uses = List.copyOf(uses);
    }

    /** Whether it is the same operation of another execution. */
    boolean isLike(Entry other) {
      return spot.equals(other.spot);
    }

    /** The same with the number that it has in another execution. */
    Entry counted(Key other) {
      return new Entry(other, spot, operation, stack, uses);
    }
  }

  /** Where the operation is among the entries. */
  Map<Spot, Integer> places() {
    Map<Spot, Integer> places = new HashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      places.put(entries.get(i).spot, i);
    }
    return places;
  }

  /** The position of the same operation; empty if the execution did not reach it. */
  OptionalInt placeOf(Entry wanted) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).isLike(wanted)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** Where an operation with this number is. */
  public OptionalInt placeOf(Key key) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).key.equals(key)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** Whether it may matter which of the two comes first. */
  boolean conflict(Entry former, Entry latter) {
    if (former.key.goroutine.equals(latter.key.goroutine)) {
      return false;
    }
    for (Use one : former.uses) {
      for (Use other : latter.uses) {
        boolean same = one.shared.equals(other.shared) && one.role.matters(other.role);
        if (same || (one.role.serves() && other.role.serves() && areRivals(one, other))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean areRivals(Use one, Use other) {
    return one.shared instanceof Shared.Synchronization(ObjectId channel)
        && other.shared instanceof Shared.Synchronization(ObjectId rival)
        && rivals.getOrDefault(channel, Set.of()).contains(rival);
  }
}

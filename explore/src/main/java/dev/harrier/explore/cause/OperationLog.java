package dev.harrier.explore.cause;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.step.OperationRole;
import dev.harrier.explore.step.Shared;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.BlockReason;
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
 * @param wakes in the order in which they were seen
 * @param seen how many operations had begun when a race was last seen at a place, or a test failed
 *     there
 * @param clock what had to do with time
 */
public record OperationLog(
    List<Entry> entries,
    Map<ObjectId, Set<ObjectId>> rivals,
    List<Wake> wakes,
    Map<Location, Integer> seen,
    ClockLog clock) {
  /** Nothing was recorded, or more than could be compared. */
  public static final OperationLog NONE =
      new OperationLog(List.of(), Map.of(), List.of(), Map.of(), ClockLog.NONE);

  /** Of executions whose operations are wanted. */
  public static final Observation<OperationLog> OPERATIONS =
      new Observation<>(
          NONE,
          execution ->
              execution.detail().hasOperations()
                  ? Optional.of(new OperationRecorder(execution.trace(), execution.context()))
                  : Optional.empty());

  public OperationLog {
    entries = List.copyOf(entries);
    rivals = Map.copyOf(rivals);
    wakes = List.copyOf(wakes);
    seen = Map.copyOf(seen);
  }

  /**
   * A goroutine continues only because of another one: that has started it, or has ended what it
   * was blocked in.
   *
   * @param begun how many operations had begun by then
   */
  public record Wake(GoroutineName goroutine, GoroutineName by, int begun) {}

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
   * @param within as in {@link Cause.Side}
   * @param selected the number of the case that a select took at once
   * @param end how the wait of a select ended; empty if it did not, or did not wait
   */
  public record Entry(
      Key key,
      Spot spot,
      Operation operation,
      Stack stack,
      List<Use> uses,
      Optional<String> within,
      Optional<Integer> selected,
      Optional<End> end) {
    public Entry {
      uses = List.copyOf(uses);
    }

    /** Whether it is a select, which waits or has taken a case. */
    boolean isSelect() {
      return switch (operation.action()) {
        case Action.Blocked(BlockReason reason, _) -> reason == BlockReason.SELECT;
        case Action.Sent sent -> sent.inSelect();
        case Action.Received received -> received.inSelect();
        case Action.TookDefault _ -> true;
        default -> false;
      };
    }

    Entry ended(End how) {
      return new Entry(key, spot, operation, stack, uses, within, selected, Optional.of(how));
    }

    /** A select that waited, with the case that it took in the end. */
    Entry atEnd() {
      return end.map(how ->
              new Entry(
                  key,
                  spot,
                  how.operation,
                  stack,
                  uses,
                  within,
                  Optional.of(how.selected),
                  Optional.empty()))
          .orElse(this);
    }

    /** Whether the code of the modules under test does it, and not a library that they use. */
    boolean isInModule() {
      return within.isEmpty();
    }

    /** Whether it is the same operation of another execution. */
    boolean isLike(Entry other) {
      return spot.equals(other.spot);
    }

    /** The end of its goroutine, of which this is the last operation. */
    Entry exits() {
      return new Entry(
          key,
          spot,
          operation.doing(new Action.Exited()),
          stack,
          uses,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    Cause.Side reported() {
      return new Cause.Side(
          operation, stack, key.goroutine(), key.number(), within, Optional.empty());
    }

    /** The same with the number that it has in another execution. */
    Entry counted(Key other) {
      return new Entry(other, spot, operation, stack, uses, within, selected, end);
    }
  }

  /**
   * A case of a select became ready that waited.
   *
   * @param selected its number
   * @param timer whether it is that of a timer, which fired
   */
  public record End(Operation operation, int selected, boolean timer) {}

  /** Those that had begun when a finding at a place was seen; all if that is not known. */
  List<Entry> before(Location place) {
    return entries.subList(0, seen.getOrDefault(place, entries.size()));
  }

  /**
   * Whether the goroutine of an operation gets to it only because of what comes after another
   * operation. Not seen is what a goroutine found done when it came.
   */
  boolean needs(Entry latter, Entry former) {
    int place = placeOf(former).orElse(0);
    Map<GoroutineName, Integer> needed = new HashMap<>();
    needed.put(latter.key.goroutine, placeOf(latter).orElse(0));
    // What a wake needs comes before it.
    for (Wake wake : wakes.reversed()) {
      if (wake.begun <= needed.getOrDefault(wake.goroutine, -1)) {
        needed.merge(wake.by, wake.begun, Math::max);
      }
    }
    return needed.getOrDefault(former.key.goroutine, -1) > place;
  }

  /** Whether a goroutine was blocked when so many operations had begun, and none had woken it. */
  boolean waits(GoroutineName goroutine, int begun) {
    int last = Math.min(begun, entries.size()) - 1;
    while (last >= 0 && !entries.get(last).key.goroutine.equals(goroutine)) {
      last--;
    }
    int blocked = last;
    return blocked >= 0
        && entries.get(blocked).operation.action() instanceof Action.Blocked
        && wakes.stream()
            .filter(wake -> wake.goroutine.equals(goroutine))
            .noneMatch(wake -> wake.begun > blocked && wake.begun <= begun);
  }

  /** The first operation that is, or ends, otherwise in another execution. */
  Optional<Entry> firstUnlike(OperationLog other) {
    for (int i = 0; i < entries.size() && i < other.entries.size(); i++) {
      Entry one = entries.get(i);
      Entry two = other.entries.get(i);
      if (!one.isLike(two) || !one.operation.action().equals(two.operation.action())) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /**
   * The first select that waits in both executions, and in the end takes this case only in this
   * one.
   */
  Optional<Entry> firstEndedUnlike(OperationLog other, int taken) {
    return entries.stream()
        .filter(one -> one.end.filter(end -> end.selected == taken).isPresent())
        .filter(one ->
            other.find(one).flatMap(Entry::end).filter(end -> end.selected != taken).isPresent())
        .findFirst();
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

  /** The same operation; empty if the execution did not reach it. */
  Optional<Entry> find(Entry wanted) {
    return entries.stream().filter(wanted::isLike).findFirst();
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

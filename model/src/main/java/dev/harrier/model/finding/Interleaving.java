package dev.harrier.model.finding;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Which goroutine did what in which order, as a table with a column for each goroutine.
 *
 * @param goroutines the columns
 * @param turns the rows, in order
 * @param gaps where rows were left out, in order
 */
public record Interleaving(List<GoroutineId> goroutines, List<Turn> turns, List<Gap> gaps) {
  /** Of a run whose events were not wanted in words. */
  public static final Interleaving NONE = new Interleaving(List.of(), List.of(), List.of());

  public Interleaving {
    goroutines = List.copyOf(goroutines);
    turns = List.copyOf(turns);
    gaps = List.copyOf(gaps);
  }

  /**
   * Rows that are not shown.
   *
   * @param row the index of the row that follows
   * @param omitted how many they are, at least one
   */
  public record Gap(int row, int omitted) {}

  /** How many rows were left out before that one. */
  public int omittedBefore(int row) {
    return gaps.stream().filter(gap -> gap.row == row).mapToInt(Gap::omitted).sum();
  }

  /** The same with each row changed. */
  public Interleaving map(UnaryOperator<Turn> change) {
    return new Interleaving(goroutines, turns.stream().map(change).toList(), gaps);
  }

  /**
   * The same without some rows, which leave no gap: the reason of a row that is gone is that of the
   * next one of its goroutine, if that continues, and the clock jumps before the next row instead.
   */
  public Interleaving without(Predicate<Turn> unwanted) {
    List<Turn> kept = new ArrayList<>();
    List<Gap> moved = new ArrayList<>();
    Optional<Turn> left = Optional.empty();
    int omitted = 0;
    long jumped = 0;
    for (int row = 0; row < turns.size(); row++) {
      omitted += omittedBefore(row);
      Turn turn = turns.get(row);
      if (unwanted.test(turn)) {
        jumped += turn.details.map(Details::jumped).orElse(0L);
        left = left.isPresent() ? left : Optional.of(turn);
        continue;
      }
      Reason reason = turn.reason;
      if (reason instanceof Reason.Continues) {
        reason = left.map(Turn::reason).orElse(reason);
      }
      if (omitted > 0) {
        moved.add(new Gap(kept.size(), omitted));
        omitted = 0;
      }
      kept.add(new Turn(turn.operation, reason, turn.details).jumpedFurther(jumped));
      left = Optional.empty();
      jumped = 0;
    }
    Set<GoroutineId> used = new HashSet<>();
    kept.forEach(turn -> used.add(turn.operation.goroutine()));
    return new Interleaving(goroutines.stream().filter(used::contains).toList(), kept, moved);
  }

  /** One operation, and why its goroutine runs and not the one before. */
  public record Turn(Operation operation, Reason reason, Optional<Details> details) {
    /** The same without data of the program. */
    public Turn withoutValue() {
      return mapValues(_ -> Optional.empty());
    }

    /** The same with each value changed. */
    public Turn mapValues(Function<Value, Optional<Value>> change) {
      return mapDetails(d ->
          new Details(
              d.value().flatMap(change),
              d.after().flatMap(change),
              d.operand(),
              d.selected(),
              d.jumped(),
              d.readAt()));
    }

    /** The same after a longer jump of the clock, in nanoseconds. */
    public Turn jumpedFurther(long nanos) {
      return mapDetails(d ->
          new Details(
              d.value(), d.after(), d.operand(), d.selected(), d.jumped() + nanos, d.readAt()));
    }

    /** The same with the name that the source has for what was operated on. */
    public Turn withOperand(String name) {
      return mapDetails(
          d -> new Details(d.value(), d.after(), name, d.selected(), d.jumped(), d.readAt()));
    }

    private Turn mapDetails(UnaryOperator<Details> change) {
      return new Turn(operation, reason, details.map(change));
    }
  }

  /**
   * What a run that was asked for details knows of an operation beyond what it was.
   *
   * @param value the message that was sent or received, or what was in memory before an access
   * @param after what a write to memory left there
   * @param operand what the source calls the lock or channel of the operation, such as {@code
   *     b.mu}; "" where that is not known
   * @param selected which case of a select it was, as the runtime numbers them; {@link #NO_CASE} if
   *     it was none
   * @param jumped by how many nanoseconds the clock had jumped since the row before
   * @param readAt of an access to memory that may have decided about a failed assertion or a panic,
   *     and of a write to it: the place in the function that failed, or a caller of it, that reads
   *     it, calls what does, or starts the goroutine that does; empty for others
   */
  public record Details(
      Optional<Value> value,
      Optional<Value> after,
      String operand,
      int selected,
      long jumped,
      Optional<Site> readAt) {
    public static final int NO_CASE = -1;

    /** Of an operation of which only the name of its object is known. */
    public static Details named(String operand) {
      return new Details(Optional.empty(), Optional.empty(), operand, NO_CASE, 0, Optional.empty());
    }
  }

  /** Why another goroutine runs now. */
  public sealed interface Reason {
    /** It is the same one. */
    record Continues() implements Reason {}

    /** The one before blocked. */
    record Waits(GoroutineId goroutine) implements Reason {}

    record Exited(GoroutineId goroutine) implements Reason {}

    /** The schedule stops it there. */
    record Preempted(GoroutineId goroutine) implements Reason {}

    record TimerFired() implements Reason {}

    /** The schedule lets a timer fire before its time. */
    record TimerFiredEarly() implements Reason {}

    /**
     * The schedule has the connection fail that it uses.
     *
     * @param bytes as in {@link Doubt.FaultAssumed}
     */
    record FaultInjected(InjectedFault fault, long bytes) implements Reason {}

    /** It performed no operation for long and was stopped by the clock. */
    record RanTooLong(GoroutineId goroutine) implements Reason {}
  }
}

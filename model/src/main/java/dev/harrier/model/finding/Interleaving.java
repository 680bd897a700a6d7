package dev.harrier.model.finding;

import dev.harrier.model.trace.ConnectionFault;
import dev.harrier.model.trace.GoroutineId;
import java.util.List;

/**
 * Which goroutine did what in which order, as a table with a column for each goroutine.
 *
 * @param goroutines the columns
 * @param turns the rows, in order
 * @param before how many earlier rows were left out
 */
public record Interleaving(List<GoroutineId> goroutines, List<Turn> turns, int before) {
  /** Of a run whose events were not wanted in words. */
  public static final Interleaving NONE = new Interleaving(List.of(), List.of(), 0);

  public Interleaving {
    goroutines = List.copyOf(goroutines);
    turns = List.copyOf(turns);
  }

  /** One operation, and why its goroutine runs and not the one before. */
  public record Turn(Operation operation, Reason reason) {}

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
    record ConnectionFailed(ConnectionFault fault, long bytes) implements Reason {}

    /** It performed no operation for long and was stopped by the clock. */
    record RanTooLong(GoroutineId goroutine) implements Reason {}
  }
}

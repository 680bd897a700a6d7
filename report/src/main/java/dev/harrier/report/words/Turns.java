package dev.harrier.report.words;

import dev.harrier.model.finding.Interleaving;
import java.util.Optional;

/** The reasons in the table of an interleaving. */
public final class Turns {
  private Turns() {}

  /** {@code the clock jumps 50 ms}; empty if it only ticks. */
  public static Optional<String> jump(Interleaving.Turn turn) {
    return turn.details()
        .map(Interleaving.Details::jumped)
        .filter(nanos -> nanos > 0)
        .map(nanos -> "the clock jumps " + Values.duration(nanos, " "));
  }

  /** The jump of the clock and the reason; "" if there is neither. */
  public static String why(Interleaving.Turn turn) {
    String reason = reason(turn.reason());
    return jump(turn).map(j -> reason.isEmpty() ? j : j + ", " + reason).orElse(reason);
  }

  /** Why this goroutine runs now; "" if it is the same one. */
  public static String reason(Interleaving.Reason reason) {
    return switch (reason) {
      case Interleaving.Reason.Continues _ -> "";
      case Interleaving.Reason.Waits waits -> waits.goroutine() + " waits";
      case Interleaving.Reason.Exited exited -> exited.goroutine() + " has exited";
      case Interleaving.Reason.Preempted stopped ->
          "the schedule preempts %s here".formatted(stopped.goroutine());
      case Interleaving.Reason.TimerFired _ -> "a timer fired";
      case Interleaving.Reason.TimerFiredEarly _ ->
          "the schedule lets a timer fire before its time";
      case Interleaving.Reason.FaultInjected failed ->
          "the schedule decides that " + FaultWords.happens(failed.fault(), failed.bytes());
      case Interleaving.Reason.RanTooLong ran ->
          "%s performed no operation for a long time and was preempted".formatted(ran.goroutine());
    };
  }
}

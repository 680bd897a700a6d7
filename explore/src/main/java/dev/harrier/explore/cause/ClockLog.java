package dev.harrier.explore.cause;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.trace.GoroutineName;
import java.util.List;
import java.util.Optional;

/**
 * What one execution has to do with time.
 *
 * @param fires in their order
 * @param readings of the clock before which code computed
 * @param delays of goroutines that the plan made late
 */
record ClockLog(List<Fire> fires, List<Reading> readings, List<Delay> delays) {
  static final ClockLog NONE = new ClockLog(List.of(), List.of(), List.of());

  ClockLog {
    fires = List.copyOf(fires);
    readings = List.copyOf(readings);
    delays = List.copyOf(delays);
  }

  /**
   * A timer fires, or a sleep is over.
   *
   * @param order of its event
   */
  record Fire(Cause.Timer timer, long order, long nanos) {}

  /** Where a goroutine reads the clock that computed before. */
  record Reading(GoroutineName goroutine, long number, Cause.Side side) {}

  /**
   * A goroutine is late.
   *
   * @param from the order of the event that begins it
   * @param to that of the one that ends it
   * @param nanos when it begins
   */
  record Delay(OperationLog.Key before, long from, long to, long nanos) {}

  Optional<Cause.Side> reading(PlanEntry.Computing computing) {
    return readings.stream()
        .filter(r -> r.goroutine.equals(computing.goroutine()) && r.number == computing.reading())
        .map(Reading::side)
        .findFirst();
  }

  Optional<Delay> delay(OperationLog.Key before) {
    return delays.stream().filter(delay -> delay.before.equals(before)).findFirst();
  }

  /** The timers that fire while a goroutine is late, in their order. */
  List<Fire> during(Delay delay) {
    return fires.stream().filter(f -> f.order > delay.from && f.order < delay.to).toList();
  }
}

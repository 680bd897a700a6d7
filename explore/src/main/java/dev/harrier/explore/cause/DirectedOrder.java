package dev.harrier.explore.cause;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.finding.Cause;
import java.util.ArrayList;
import java.util.List;

/**
 * An order of two operations that executions can be directed at: the goroutine of the latter waits
 * before that operation until the former has begun.
 *
 * @param stops whether the goroutine of the former waits after it until no other one can run: then
 *     nothing of what it does next comes first either
 */
record DirectedOrder(Entry former, Entry latter, boolean stops) {
  /** The same without waiting after the former. */
  DirectedOrder withoutStop() {
    return new DirectedOrder(former, latter, false);
  }

  /** What a plan needs so that the former comes first. */
  List<PlanEntry> plan() {
    return plan(latter.key().number());
  }

  /** What it needs so that the latter comes first, and the former right after it. */
  List<PlanEntry> reversed() {
    return plan(latter.key().number() + 1);
  }

  /**
   * What a plan needs in which the former comes first, so that the latter does: the goroutine of
   * the former waits before it until the latter has begun.
   */
  List<PlanEntry> swapped() {
    return List.of(
        new PlanEntry.Delay(
            former.key().goroutine(),
            former.key().number(),
            latter.key().goroutine(),
            latter.key().number()));
  }

  private List<PlanEntry> plan(long until) {
    List<PlanEntry> delays = new ArrayList<>(2);
    delays.add(
        new PlanEntry.Delay(
            latter.key().goroutine(), until, former.key().goroutine(), former.key().number()));
    if (stops) {
      delays.add(new PlanEntry.Delay(former.key().goroutine(), former.key().number() + 1));
    }
    return delays;
  }

  /** Whether an execution had them in this order, as far as it got to them. */
  boolean holdsIn(OperationLog log) {
    int first = log.placeOf(former).orElse(-1);
    return first >= 0 && first < log.placeOf(latter).orElse(Integer.MAX_VALUE);
  }

  /** Whether an execution had them the other way round. */
  boolean isReversedIn(OperationLog log) {
    int first = log.placeOf(latter).orElse(-1);
    return first >= 0 && first < log.placeOf(former).orElse(Integer.MAX_VALUE);
  }

  /** The same of an execution that got to both. */
  boolean isSwappedIn(OperationLog log) {
    return log.placeOf(former).isPresent() && isReversedIn(log);
  }

  /** Whether the module's own code does both. */
  boolean isInModule() {
    return former.isInModule() && latter.isInModule();
  }

  /**
   * The order for a report. A select that waited until a timer fired is named with that timer if it
   * did so before the latter operation: a wait that begins decides nothing by itself.
   *
   * @param log of an execution with the order
   */
  Cause.Order reported(OperationLog log) {
    long before = log.find(latter).map(entry -> entry.operation().order()).orElse(Long.MAX_VALUE);
    Entry first =
        log.find(former)
            .flatMap(Entry::end)
            .filter(end -> end.timer() && end.operation().order() < before)
            .map(end -> former.ended(end).atEnd())
            .orElse(former);
    return new Cause.Order(first.reported(), latter.reported());
  }
}

package dev.harrier.cli.probe;

import dev.harrier.model.ending.ProbeNote;
import dev.harrier.model.ending.ProbeNote.Phase;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What {@code -time} is divided among: a quarter at most for the sequential orders, a tenth for
 * fewer calls, and what the orders leave for the exploration, with its proofs. How long the go
 * command takes depends on what it has built before, so builds do not count; how long everything
 * took is known at the end.
 */
final class TimeBudget {
  private static final int ORDERS = 4;
  private static final int FEWER = 10;

  /** The exploration takes a tenth more for its proofs. */
  private static final int PROOFS = 10;

  private static final Duration MOST_FEWER = Duration.ofSeconds(30);

  private final Duration time;
  private final Map<Phase, Duration> spent = new EnumMap<>(Phase.class);
  private final LongSupplier clock;
  private long since;

  /**
   * @param time of all executions
   */
  TimeBudget(Duration time) {
    this(time, System::nanoTime);
  }

  /**
   * @param clock nanoseconds since some moment
   */
  TimeBudget(Duration time, LongSupplier clock) {
    this.time = time;
    this.clock = clock;
    this.since = clock.getAsLong();
  }

  /** What was done since the last call, or since the beginning. */
  void spent(Phase phase) {
    long now = clock.getAsLong();
    spent.merge(phase, Duration.ofNanos(now - since), Duration::plus);
    since = now;
  }

  /** For the sequential orders of all scenarios. */
  Duration orders() {
    return time.dividedBy(ORDERS);
  }

  /** For the exploration, when the orders are known. */
  Duration exploring() {
    Duration left = time.minus(spent.getOrDefault(Phase.ORDERS, Duration.ZERO));
    return left.multipliedBy(PROOFS).dividedBy(PROOFS + 1);
  }

  /** For showing findings with fewer calls. */
  Duration simplifying() {
    Duration part = time.dividedBy(FEWER);
    return part.compareTo(MOST_FEWER) < 0 ? part : MOST_FEWER;
  }

  /** What the time was spent on. */
  ProbeNote.TimeSpent note() {
    return new ProbeNote.TimeSpent(
        spent.entrySet().stream()
            .map(one -> new ProbeNote.PhaseTime(one.getKey(), one.getValue().toMillis()))
            .toList());
  }
}

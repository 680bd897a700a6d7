package dev.harrier.explore.loop;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Divides the time of a campaign. When it is over no execution begins, and those that run are
 * ended. What was found just before may still be simplified and replayed, for a tenth of the time
 * and no less than two seconds; no finding gets more than that at any time.
 */
final class Timetable {
  private static final Duration LEAST = Duration.ofSeconds(2);
  private static final Duration INSTANT = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(3650);

  private final Duration time;
  private final Duration share;
  private final long start = System.nanoTime();

  /** It begins now. */
  Timetable(Duration time) {
    this.time = time.compareTo(LONGEST) < 0 ? time : LONGEST;
    Duration tenth = this.time.dividedBy(10);
    this.share = tenth.compareTo(LEAST) > 0 ? tenth : LEAST;
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  boolean isOver() {
    return elapsed().compareTo(time) >= 0;
  }

  /** What is left, but never nothing. */
  Duration left() {
    Duration left = time.minus(elapsed());
    return left.compareTo(INSTANT) > 0 ? left : INSTANT;
  }

  /** When a proof that begins now must come to an end. */
  BooleanSupplier proof() {
    Duration mine = elapsed().plus(share);
    Duration last = time.plus(share);
    Duration end = mine.compareTo(last) < 0 ? mine : last;
    return () -> elapsed().compareTo(end) >= 0;
  }
}

package dev.harrier.explore.loop;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Divides the time of an exploration. When it is over no execution begins, and those that run are
 * ended. What was found just before may still be simplified and replayed, for a tenth of the time
 * and no less than two seconds; no finding gets more than that at any time. What needs timers that
 * expire before their time gets a quarter of the time, all such findings together. In the first
 * third every target is looked at, a few times; what one execution may take follows from that.
 */
final class Timetable {
  private static final Duration LEAST = Duration.ofSeconds(2);
  private static final Duration INSTANT = Duration.ofMillis(1);
  private static final Duration LEAST_LOOK = Duration.ofMillis(200);
  private static final Duration LEAST_SHARE = Duration.ofSeconds(1);

  /** A proof that is late still has one execution, and most take less. */
  private static final Duration LEAST_OF_PROOF = Duration.ofMillis(500);

  /** Looking at all targets takes this part of the time; a single execution, half as much. */
  private static final int LOOKS = 3;

  /** Findings that may be nothing get this part of the time that has passed. */
  private static final int DOUBTFUL = 4;

  private static final Duration LONGEST = Duration.ofDays(3650);

  private final Duration time;
  private final Duration share;
  private final LongSupplier clock;
  private final long start;
  private long doubtfulNanos;

  /** It begins now. */
  Timetable(Duration time) {
    this(time, System::nanoTime);
  }

  /**
   * @param clock nanoseconds since some moment
   */
  Timetable(Duration time, LongSupplier clock) {
    this.clock = clock;
    this.start = clock.getAsLong();
    this.time = bounded(time);
    this.share = share(this.time);
  }

  private static Duration bounded(Duration time) {
    return time.compareTo(LONGEST) < 0 ? time : LONGEST;
  }

  private static Duration share(Duration time) {
    return longer(time.dividedBy(10), LEAST);
  }

  /** A time, and that in which findings are still simplified, replayed and explained. */
  static Duration withProofs(Duration time) {
    return bounded(time).plus(share(bounded(time)));
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  Duration elapsed() {
    return Duration.ofNanos(clock.getAsLong() - start);
  }

  boolean isOver() {
    return elapsed().compareTo(time) >= 0;
  }

  /** What is left, but never nothing. */
  Duration left() {
    return longer(time.minus(elapsed()), INSTANT);
  }

  /** What is left until all proofs must have ended, but never nothing. */
  Duration leftForProofs() {
    return longer(time.plus(share).minus(elapsed()), INSTANT);
  }

  /** What the next execution of a proof may take. */
  Duration nextOfProof() {
    return longer(leftForProofs(), LEAST_OF_PROOF);
  }

  /**
   * What the first execution of the only target may take: to read its trace takes the rest. It may
   * never end by itself, and one that is canceled with the end of the time shows nothing.
   */
  Duration first() {
    return left().multipliedBy(4).dividedBy(5);
  }

  /**
   * What an execution may take so that all first looks fit into their part of the time.
   *
   * @param looks still to be taken, this one included
   * @param workers how many executions there are at once
   */
  Duration look(long looks, int workers) {
    Duration left = time.dividedBy(LOOKS).minus(elapsed()).multipliedBy(workers);
    return longer(left.dividedBy(Math.max(1, looks)), LEAST_LOOK);
  }

  /** What any execution may take at most. */
  Duration mostOfOne() {
    return longer(time.dividedBy(2 * LOOKS), LEAST_SHARE);
  }

  /** When a proof that begins now must reach an end. */
  BooleanSupplier proof() {
    Duration mine = elapsed().plus(share);
    Duration last = time.plus(share);
    Duration end = mine.compareTo(last) < 0 ? mine : last;
    return () -> elapsed().compareTo(end) >= 0;
  }

  /** Notes that a worker has spent so long on a finding that may be nothing. */
  void spentOnDoubtful(Duration spent) {
    doubtfulNanos += spent.toNanos();
  }

  /**
   * Whether one more finding that may be nothing can be simplified.
   *
   * @param workers how many share the time
   */
  boolean hasTimeForDoubtful(int workers) {
    Duration least = share.multipliedBy(workers);
    Duration part = elapsed().multipliedBy(workers).dividedBy(DOUBTFUL);
    return doubtfulNanos < longer(least, part).toNanos();
  }
}

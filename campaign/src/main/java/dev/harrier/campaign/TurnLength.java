package dev.harrier.campaign;

import java.time.Duration;

/**
 * How many executions a turn of a target has: few at first, so that everything has been looked at
 * before anything is looked at for long; more after each turn that brought something; and no more
 * than take a few seconds, so that slow tests don't take most of the time.
 */
final class TurnLength {
  /** The first look at a target. */
  static final int FIRST = 4;

  /** The floor for those that bring nothing. */
  static final int SHORTEST = 16;

  static final int LONGEST = 256;

  /** The next turn after one that brought something is so many times as long. */
  private static final int GROWTH = 2;

  private static final Duration MOST = Duration.ofSeconds(4);

  private TurnLength() {}

  /**
   * The length of the next turn.
   *
   * @param length of the last one
   * @param brought whether that brought something
   * @param spent how long it took
   * @param executions that it had, with those that proved something
   */
  static int after(int length, boolean brought, Duration spent, long executions) {
    int next = brought ? Math.clamp((long) length * GROWTH, SHORTEST, LONGEST) : SHORTEST;
    long affordable = MOST.toNanos() * Math.max(executions, 1) / Math.max(spent.toNanos(), 1);
    return Math.clamp(affordable, 1, next);
  }
}

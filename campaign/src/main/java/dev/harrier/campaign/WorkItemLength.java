package dev.harrier.campaign;

import java.time.Duration;

/**
 * How many executions a work item of a target has: few at first, so that everything has been looked
 * at before anything is looked at for long; then as many as fit into a time that is long next to
 * what a work item costs the server, and more after each item that brought something. It is a time
 * and not a number, so that slow tests don't take most of the campaign, and fast ones not most of
 * the server.
 */
final class WorkItemLength {
  /** The first look at a target. */
  static final int FIRST = 4;

  /** The next item after one that brought something is so many times as long. */
  private static final int GROWTH = 2;

  /** The floor for those that bring nothing. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  private static final Duration MOST = Duration.ofSeconds(8);

  /** The most executions, however fast they are. */
  static final int LONGEST = 4096;

  private WorkItemLength() {}

  /**
   * The length of the next item.
   *
   * @param length of the last one
   * @param brought whether that brought something
   * @param spent how long it took
   * @param executions that it had, with those that proved something
   */
  static int after(int length, boolean brought, Duration spent, long executions) {
    long least = within(LEAST, spent, executions);
    long next = brought ? Math.max(least, (long) length * GROWTH) : least;
    return Math.clamp(Math.min(next, within(MOST, spent, executions)), 1, LONGEST);
  }

  private static long within(Duration time, Duration spent, long executions) {
    return time.toNanos() * Math.max(executions, 1) / Math.max(spent.toNanos(), 1);
  }
}

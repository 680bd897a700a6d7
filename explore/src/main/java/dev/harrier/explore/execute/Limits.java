package dev.harrier.explore.execute;

import java.time.Duration;

/**
 * What one process may use.
 *
 * @param time on the wall
 * @param output bytes that it may write: what it prints, and its trace
 */
public record Limits(Duration time, long output) {
  private static final long OUTPUT = 128L << 20;

  public static Limits of(Duration time) {
    return new Limits(time, OUTPUT);
  }

  /** The same, but for no longer than that. */
  public Limits within(Duration most) {
    return most.compareTo(time) < 0 ? new Limits(most, output) : this;
  }
}

package dev.harrier.explore.execute;

import java.time.Duration;

/**
 * What one process may use.
 *
 * @param time on the wall
 * @param output bytes that it may print
 */
public record Limits(Duration time, long output) {
  private static final long OUTPUT = 64L << 20;

  public static Limits of(Duration time) {
    return new Limits(time, OUTPUT);
  }
}

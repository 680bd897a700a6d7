package dev.harrier.explore.execute;

import java.time.Duration;

/**
 * What one process may use.
 *
 * @param time on the wall
 * @param output bytes that it may write: what it prints, and its trace
 * @param wanted after that time nobody wants to know any more what comes of it: it is cancelled, or
 *     its trace read no further
 */
public record Limits(Duration time, long output, Duration wanted) {
  /** Some four million events, which take three seconds to read. */
  private static final long OUTPUT = 48L << 20;

  private static final Duration ALWAYS = Duration.ofDays(3650);

  public static Limits of(Duration time) {
    return new Limits(time, OUTPUT, ALWAYS);
  }

  /** The same, but for no longer than that. */
  public Limits within(Duration most) {
    return most.compareTo(time) < 0 ? new Limits(most, output, wanted) : this;
  }

  /** The same, but wanted for no longer than that. */
  public Limits wantedFor(Duration most) {
    return new Limits(time, output, most);
  }
}

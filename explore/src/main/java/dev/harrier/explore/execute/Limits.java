package dev.harrier.explore.execute;

import java.time.Duration;

/**
 * What one process may use.
 *
 * @param time on the wall
 * @param output bytes that it may write: what it prints, and its trace
 * @param wanted after that time no one wants to know any more what comes of it: it is canceled, or
 *     its trace read no further
 * @param share what it may take of the time of an exploration: after that it is ended, and what it
 *     did until then is the result
 */
public record Limits(Duration time, long output, Duration wanted, Duration share) {
  /** Some four million events, which take three seconds to read. */
  private static final long OUTPUT = 48L << 20;

  /** How much of a trace is read in a second, as long as the machine has not much else to do. */
  private static final long READ_IN_A_SECOND = 8L << 20;

  private static final long LEAST_OUTPUT = 1L << 20;

  /** What was written in any share is read, also where the machine is busy. */
  private static final Duration LEAST_READING = Duration.ofSeconds(1);

  private static final Duration ALWAYS = Duration.ofDays(3650);

  public static Limits of(Duration time) {
    return new Limits(time, OUTPUT, ALWAYS, ALWAYS);
  }

  /** The same, but for no longer than that. */
  public Limits within(Duration most) {
    return most.compareTo(time) < 0 ? new Limits(most, output, wanted, share) : this;
  }

  /** The same, but wanted for no longer than that. */
  public Limits wantedFor(Duration most) {
    return new Limits(time, output, most, share);
  }

  /**
   * The same, but no more than a share of an exploration's time: so much for the process, and as
   * much to read its trace, of which the beginning is read that can be read in this time.
   */
  public Limits sharing(Duration most) {
    if (most.compareTo(time) >= 0) {
      return this;
    }
    long readable = READ_IN_A_SECOND * most.toMillis() / 1000;
    return new Limits(time, Math.clamp(readable, LEAST_OUTPUT, output), wanted, most);
  }

  /** After how much time since its start a trace is read no further. */
  public Duration reading() {
    Duration both = share.plus(share.compareTo(LEAST_READING) > 0 ? share : LEAST_READING);
    return wanted.compareTo(both) < 0 ? wanted : both;
  }

  /** The same, but no more output than that. */
  public Limits writing(long most) {
    return new Limits(time, Math.min(output, most), wanted, share);
  }
}

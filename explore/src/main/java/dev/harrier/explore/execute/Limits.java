package dev.harrier.explore.execute;

import java.time.Duration;

/**
 * What one process may use. All times are real ones, since its start.
 *
 * @param time after this it hangs: it is ended, and what it did until then is the result
 * @param output bytes that it may write: what it prints, and its trace
 * @param wanted after this its result is of no use: it is canceled, or its trace is read no further
 * @param share its share of the time of an exploration: after this it is ended, and what it did
 *     until then is the result, which says nothing of whether it hangs
 */
public record Limits(Duration time, long output, Duration wanted, Duration share) {
  /** Bytes of some four million events. */
  private static final long OUTPUT = 48L << 20;

  /** Bytes of a trace that are read in a second by a machine that has not much else to do. */
  private static final long READ_IN_A_SECOND = 8L << 20;

  private static final long LEAST_OUTPUT = 1L << 20;

  /** A trace is read for so long in any case, also where the machine is busy. */
  private static final Duration LEAST_READING = Duration.ofSeconds(1);

  private static final Duration ALWAYS = Duration.ofDays(3650);

  /** A process of its own, that is wanted for as long as it takes. */
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
   * much to read its trace. It may write no more than can be read in that time.
   */
  public Limits sharing(Duration most) {
    if (most.compareTo(time) >= 0) {
      return this;
    }
    long readable = READ_IN_A_SECOND * most.toMillis() / 1000;
    return new Limits(time, Math.clamp(readable, LEAST_OUTPUT, output), wanted, most);
  }

  /** After how much time since the start of the process its trace is read no further. */
  public Duration reading() {
    Duration both = share.plus(share.compareTo(LEAST_READING) > 0 ? share : LEAST_READING);
    return wanted.compareTo(both) < 0 ? wanted : both;
  }

  /** The same, but no more output than that. */
  public Limits writing(long most) {
    return new Limits(time, Math.min(output, most), wanted, share);
  }
}

package dev.harrier.campaign;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * How long a command waits for a server that does not answer: it may be starting anew, or a cluster
 * may be choosing a leader, which takes some seconds. When patience has run out once, it has for
 * good.
 */
public final class Patience {
  private static final Duration LEAST = Duration.ofMinutes(1);

  /** Less is not worth a sentence. */
  private static final Duration UNSAID = Duration.ofSeconds(3);

  /** So much is left for each question when the command was asked to end. */
  private static final Duration LAST = Duration.ofSeconds(2);

  private final Consumer<String> says;
  private volatile long until = System.nanoTime();
  private volatile boolean spent;
  private volatile boolean ending;
  private volatile boolean over;
  private volatile long endingSince;
  private long saidAt = System.nanoTime() - LEAST.toNanos();

  /**
   * @param says tells the user that the command waits
   */
  public Patience(Consumer<String> says) {
    this.says = says;
  }

  /** None. */
  static Patience none() {
    Patience none = new Patience(_ -> {});
    none.hurry();
    return none;
  }

  /** Whoever asks from now on has so much time; it is a minute at least for each question. */
  void lasts(Duration time) {
    Duration most = Duration.ofDays(3650);
    until = System.nanoTime() + (time.compareTo(most) < 0 ? time : most).toNanos();
  }

  /** Each question is asked once from now on, and none without a server. */
  void hurry() {
    spent = true;
  }

  /**
   * The command was asked to end: whoever waits does so for seconds only, and nobody after them.
   */
  public void end() {
    endingSince = System.nanoTime();
    ending = true;
  }

  boolean isEnding() {
    return ending;
  }

  boolean isSpent() {
    return spent;
  }

  /** Whether nothing is to be asked any more. */
  boolean isOver() {
    return over;
  }

  /**
   * Whether a question that has no answer is given up; else that the command waits for it is said,
   * now and then.
   *
   * @param asked when it was asked first, by {@link System#nanoTime}
   */
  boolean isOut(long asked) {
    long now = System.nanoTime();
    if (ending && now - Math.max(asked, endingSince) > LAST.toNanos()) {
      over = true;
    }
    if (over || (now - asked > LEAST.toNanos() && now - until > 0)) {
      spent = true;
    }
    if (!spent && !ending && now - asked > UNSAID.toNanos()) {
      say(now, Math.max(LEAST.toNanos() - (now - asked), until - now));
    }
    return spent;
  }

  private synchronized void say(long now, long left) {
    if (now - saidAt >= LEAST.toNanos()) {
      saidAt = now;
      says.accept(
          "no answer from the campaign's server, which may be starting or, in a cluster, waiting for a new leader: trying again for up to "
              + shown(Duration.ofNanos(left)));
    }
  }

  private static String shown(Duration time) {
    return time.compareTo(LEAST) <= 0
        ? String.format(Locale.ROOT, "%d s", time.toSeconds())
        : String.format(Locale.ROOT, "%,d min", time.toMinutes());
  }
}

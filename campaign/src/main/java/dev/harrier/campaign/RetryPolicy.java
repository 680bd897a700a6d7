package dev.harrier.campaign;

import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * How long a command waits for a server that does not answer: it may be starting again, or a
 * cluster may be choosing a leader, which takes some seconds. When patience has run out once, it
 * has for good.
 */
public final class RetryPolicy {
  private static final Duration LEAST = Duration.ofMinutes(1);

  /** Less is not worth a sentence. */
  private static final Duration UNSAID = Duration.ofSeconds(3);

  /** How much is left for each question when the command was asked to end. */
  private static final Duration LAST = Duration.ofSeconds(2);

  private final Consumer<String> says;
  private volatile long until = System.nanoTime();
  private volatile boolean spent;
  private volatile boolean ending;
  private volatile boolean over;
  private volatile long endingSince;
  private long saidAt = System.nanoTime() - LEAST.toNanos();

  /**
   * @param says informs the user that the command waits
   */
  public RetryPolicy(Consumer<String> says) {
    this.says = says;
  }

  /** None. */
  static RetryPolicy none() {
    RetryPolicy none = new RetryPolicy(_ -> {});
    none.hurry();
    return none;
  }

  /**
   * The worker that asks from now on has so much time; it is a minute at least for each question.
   */
  void lasts(Duration time) {
    Duration most = Duration.ofDays(3650);
    until = System.nanoTime() + (time.compareTo(most) < 0 ? time : most).toNanos();
  }

  /** Each question is asked once from now on, and none without a server. */
  void hurry() {
    spent = true;
  }

  /**
   * The command was asked to end: the worker that waits does so for seconds only, and no worker
   * after them.
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

  /**
   * Asks a server again that does not answer, as long as {@link RetryPolicy} lasts. What it refuses
   * it refuses at once.
   */
  static final class Retries {
    private static final long PAUSE_MILLIS = 250;

    /** JetStream has no leader, or is not up yet, and such. */
    private static final int UNAVAILABLE = 503;

    /** The same message is being stored already ({@code errors.json} of nats-server). */
    private static final int IN_PROCESS = 10158;

    /**
     * Its disk or its limits are used up: insufficient resources, of the account and of the server,
     * storage exceeded, and what the disk itself said.
     */
    private static final Set<Integer> FULL = Set.of(10002, 10023, 10047, 10077);

    /** A consumer or a stream can't be made, for any reason. */
    private static final Set<Integer> NOT_MADE = Set.of(10012, 10049);

    /** What it says where that was its disk ({@code jetstream_api.go} of nats-server). */
    private static final String NO_STORE = "error creating store";

    /** How long it may take until another server of a cluster leads. */
    private static final Duration ROOM = Duration.ofSeconds(10);

    private static final String NO_ANSWER = "the server does not answer";

    /** As jnats says that. */
    private static final String NO_ANSWER_OF_CLIENT = "Timeout or no response waiting";

    private final BooleanSupplier connected;
    private final RetryPolicy patience;

    /**
     * @param connected whether there is a server to ask
     */
    Retries(BooleanSupplier connected, RetryPolicy patience) {
      this.connected = connected;
      this.patience = patience;
    }

    /** What is asked of a server. */
    @FunctionalInterface
    interface Question<T> {
      T ask() throws IOException, JetStreamApiException, InterruptedException, TimeoutException;
    }

    /** One that asks each question once, and none without a server. */
    Retries once() {
      return new Retries(connected, RetryPolicy.none());
    }

    /**
     * The answer.
     *
     * @throws IOException if there was none while patience lasted, or {@link RefusedException}
     */
    <T> T ask(Question<T> question) throws IOException {
      long asked = System.nanoTime();
      while (!patience.isOver()) {
        IOException problem;
        boolean full = false;
        try {
          if (connected.getAsBoolean()) {
            return question.ask();
          }
          problem = new IOException(NO_ANSWER);
        } catch (JetStreamApiException e) {
          full = isFull(e);
          boolean hurried = patience.isSpent() || patience.isEnding();
          if (full && (hurried || System.nanoTime() - asked > ROOM.toNanos())) {
            throw new IOException(
                "the server has no room left (%s): give it more, or remove campaigns that are over"
                    .formatted(e.getErrorDescription()),
                e);
          }
          if (!full && e.getErrorCode() != UNAVAILABLE && e.getApiErrorCode() != IN_PROCESS) {
            throw new RefusedException(e);
          }
          problem = new IOException("the server is not ready: " + e.getErrorDescription(), e);
        } catch (IOException e) {
          problem = described(e);
        } catch (IllegalStateException e) { // jnats: not connected, for now.
          problem = new IOException(e.getMessage(), e);
        } catch (TimeoutException e) {
          problem = new IOException(NO_ANSWER, e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
        if (!full && patience.isOut(asked)) {
          throw problem;
        }
        pause();
      }
      throw new IOException(NO_ANSWER);
    }

    private static IOException described(IOException e) {
      boolean silent = e.getMessage() != null && e.getMessage().startsWith(NO_ANSWER_OF_CLIENT);
      return silent ? new IOException(NO_ANSWER, e) : e;
    }

    private static boolean isFull(JetStreamApiException e) {
      return FULL.contains(e.getApiErrorCode())
          || (NOT_MADE.contains(e.getApiErrorCode())
              && e.getErrorDescription().startsWith(NO_STORE));
    }

    private static void pause() throws IOException {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}

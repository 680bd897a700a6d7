package dev.harrier.campaign;

import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Asks a server again that does not answer: it may be starting anew, or a cluster may be choosing a
 * leader. What it refuses it refuses at once. When patience has run out once, it has for good.
 */
final class Retries {
  private static final Duration LEAST = Duration.ofMinutes(1);
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

  /** So long it may take until another server of a cluster leads. */
  private static final Duration ROOM = Duration.ofSeconds(10);

  private final BooleanSupplier connected;
  private volatile long until = System.nanoTime();
  private volatile boolean spent;

  /**
   * @param connected whether there is a server to ask
   */
  Retries(BooleanSupplier connected) {
    this.connected = connected;
  }

  /** What is asked of a server. */
  @FunctionalInterface
  interface Question<T> {
    T ask() throws IOException, JetStreamApiException, InterruptedException, TimeoutException;
  }

  /** One that asks each question once, and none without a server. */
  Retries once() {
    Retries impatient = new Retries(connected);
    impatient.hurry();
    return impatient;
  }

  /** Each question is asked once from now on, and none without a server. */
  void hurry() {
    spent = true;
  }

  /** Whoever asks from now on has so much time; it is a minute at least for each question. */
  void patience(Duration time) {
    Duration most = Duration.ofDays(3650);
    until = System.nanoTime() + (time.compareTo(most) < 0 ? time : most).toNanos();
  }

  /**
   * The answer.
   *
   * @throws IOException if there was none while patience lasted, or {@link RefusedException}
   */
  <T> T ask(Question<T> question) throws IOException {
    if (spent && !connected.getAsBoolean()) {
      throw new IOException("the server does not answer");
    }
    long start = System.nanoTime();
    while (true) {
      IOException problem;
      try {
        return question.ask();
      } catch (JetStreamApiException e) {
        boolean full = isFull(e);
        if (full && (spent || System.nanoTime() - start > ROOM.toNanos())) {
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
        problem = e;
      } catch (IllegalStateException e) { // jnats: not connected, for now.
        problem = new IOException(e.getMessage(), e);
      } catch (TimeoutException e) {
        problem = new IOException("the server does not answer", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      long now = System.nanoTime();
      if (spent || (now - start > LEAST.toNanos() && now - until > 0)) {
        spent = true;
        throw problem;
      }
      pause();
    }
  }

  private static boolean isFull(JetStreamApiException e) {
    return FULL.contains(e.getApiErrorCode())
        || (NOT_MADE.contains(e.getApiErrorCode()) && e.getErrorDescription().startsWith(NO_STORE));
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

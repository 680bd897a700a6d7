package dev.harrier.campaign;

import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Asks a server again that does not answer, as long as {@link Patience} lasts. What it refuses it
 * refuses at once.
 */
final class Retries {
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

  private static final String NO_ANSWER = "the server does not answer";

  /** As jnats says that. */
  private static final String NO_ANSWER_OF_CLIENT = "Timeout or no response waiting";

  private final BooleanSupplier connected;
  private final Patience patience;

  /**
   * @param connected whether there is a server to ask
   */
  Retries(BooleanSupplier connected, Patience patience) {
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
    return new Retries(connected, Patience.none());
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

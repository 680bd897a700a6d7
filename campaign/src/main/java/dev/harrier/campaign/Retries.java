package dev.harrier.campaign;

import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Asks a server again that does not answer: it may be starting anew, or a cluster may be choosing a
 * leader. What it refuses it refuses at once.
 */
final class Retries {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long PAUSE_MILLIS = 250;

  /** JetStream has no leader, or is not up yet, and such. */
  private static final int UNAVAILABLE = 503;

  /** The same message is being stored already ({@code errors.json} of nats-server). */
  private static final int IN_PROCESS = 10158;

  private Retries() {}

  /** What is asked of a server. */
  @FunctionalInterface
  interface Question<T> {
    T ask() throws IOException, JetStreamApiException, InterruptedException, TimeoutException;
  }

  /**
   * The answer.
   *
   * @throws IOException if there was none for a minute, or {@link RefusedException}
   */
  static <T> T ask(Question<T> question) throws IOException {
    long start = System.nanoTime();
    while (true) {
      IOException problem;
      try {
        return question.ask();
      } catch (JetStreamApiException e) {
        if (e.getErrorCode() != UNAVAILABLE && e.getApiErrorCode() != IN_PROCESS) {
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
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw problem;
      }
      pause();
    }
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

package dev.harrier.campaign;

import java.io.IOException;
import java.time.Duration;

/**
 * Says every few seconds that somebody lives, in a thread of its own, until it is closed or the
 * process is gone.
 */
final class Heartbeat implements AutoCloseable {
  /** One or two may be lost before anybody counts as silent. */
  static final Duration PERIOD = CampaignServer.SILENCE.dividedBy(3);

  private final Beat beat;
  private final Thread thread;

  /** What is said. */
  @FunctionalInterface
  interface Beat {
    void say() throws IOException;
  }

  Heartbeat(Beat beat) {
    this.beat = beat;
    this.thread = Thread.ofPlatform().name("lease").daemon().start(this::run);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(PERIOD);
        say();
      }
    } catch (InterruptedException e) {
      // That is how it ends.
    }
  }

  private void say() {
    try {
      beat.say();
    } catch (IOException | IllegalStateException e) {
      // The server is gone; when it is back it hears the next one.
    }
  }

  /** Nothing is said once this returns. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.harrier.ide.lsp;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Sends the editor diagnostics soon after something has changed: once for all changes that come
 * within a moment of each other, so that typing costs no more than {@value #PER_SECOND} times a
 * second to look where each finding is now.
 */
final class Publisher {
  private static final long PER_SECOND = 5;
  private static final long MOMENT_MILLIS = 1000 / PER_SECOND;

  private final ScheduledExecutorService clock;
  private final Runnable publish;
  private boolean waiting;

  Publisher(ScheduledExecutorService clock, Runnable publish) {
    this.clock = clock;
    this.publish = publish;
  }

  /** Something has changed. */
  synchronized void soon() {
    if (!waiting && !clock.isShutdown()) {
      waiting = true;
      var _ = clock.schedule(this::now, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void now() {
    synchronized (this) {
      waiting = false;
    }
    try {
      publish.run();
    } catch (RuntimeException e) {
      System.getLogger("harrier").log(System.Logger.Level.ERROR, "publishing failed", e);
    }
  }
}

package dev.harrier.explore.execute;

import java.nio.file.DirectoryIteratorException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Looks after the processes that run: ends those that overstep their limits, or all at once. */
public final class Watch implements AutoCloseable {
  private static final long PERIOD_MILLIS = 20;

  private final Set<ChildProcess> running = ConcurrentHashMap.newKeySet();
  private final Thread thread = Thread.ofPlatform().name("watch").daemon().start(this::look);
  private volatile boolean canceled;
  private volatile boolean closed;

  /** Begins to look after a process; closing the result ends that. */
  Looking over(ChildProcess child) {
    running.add(child);
    if (canceled) {
      child.stop(new Exit.Canceled());
    }
    return () -> running.remove(child);
  }

  /** Ends all processes that it looks after, and every one that comes later. */
  public void cancel() {
    canceled = true;
    running.forEach(child -> child.stop(new Exit.Canceled()));
  }

  public boolean isCanceled() {
    return canceled;
  }

  private void look() {
    while (!closed) {
      try {
        Thread.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      running.forEach(Watch::check);
    }
  }

  /** What can't be checked now is checked the next time: one thread watches all processes. */
  private static void check(ChildProcess child) {
    try {
      child.check();
    } catch (DirectoryIteratorException e) {
      // What it has written can't be seen; its time is checked before that.
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }

  /** A process is looked after until this is closed. */
  @FunctionalInterface
  interface Looking extends AutoCloseable {
    @Override
    void close();
  }
}

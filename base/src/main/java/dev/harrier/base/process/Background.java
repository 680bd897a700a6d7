package dev.harrier.base.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that continues while its caller does something else. It does not keep the process from
 * ending.
 *
 * @param <T> of the result
 * @param <E> how it may fail, besides by an {@link IOException}
 */
public final class Background<T, E extends Exception> {
  /** What is to be done. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T result() throws E, IOException;
  }

  private final FutureTask<T> task;

  private Background(FutureTask<T> task) {
    this.task = task;
  }

  /** Begins it. */
  public static <T, E extends Exception> Background<T, E> start(Work<T, E> work) {
    FutureTask<T> task = new FutureTask<>(work::result);
    Thread.ofVirtual().start(task);
    return new Background<>(task);
  }

  /**
   * The result; waits for that.
   *
   * @throws E as the work did
   * @throws IOException as the work did, or because the caller was interrupted
   */
  @SuppressWarnings("unchecked")
  public T get() throws E, IOException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      switch (Objects.requireNonNull(e.getCause())) {
        case RuntimeException thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case IOException thrown -> throw thrown;
        // There is no other kind that the work may throw.
        case Throwable thrown -> throw (E) thrown;
      }
    }
  }
}

package dev.harrier.explore.loop;

import java.io.Serial;

/** A work queue can't be used any more. The message is for the user. */
public final class WorkQueueException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  public WorkQueueException(String message) {
    super(message);
  }

  public WorkQueueException(String message, Throwable cause) {
    super(message, cause);
  }
}

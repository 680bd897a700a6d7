package dev.harrier.explore.worker;

import java.io.Serial;

/** An execution could not be done. The message is for the user. */
public final class WorkerException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  public WorkerException(String message) {
    super(message);
  }

  public WorkerException(String message, Throwable cause) {
    super(message, cause);
  }
}

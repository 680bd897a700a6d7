package dev.harrier.explore.campaign;

import java.io.Serial;

/** The engine can't be used any more. The message is for the user. */
public final class EngineException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.harrier.explore.execute;

import java.io.Serial;

/** A test binary can't mean what it was given. The message is for the user. */
public final class WrongArgumentException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  WrongArgumentException(String message) {
    super(message);
  }
}

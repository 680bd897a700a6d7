package dev.harrier.explore.execute;

import java.io.IOException;
import java.io.Serial;

/** A test binary runs, and can't say which tests it has. The message is for the user. */
public final class ListingException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  ListingException(String message) {
    super(message);
  }
}

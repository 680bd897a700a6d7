package dev.harrier.explore.replay;

import java.io.Serial;

/** A text is no replay string. The message is for the user. */
public final class ReplayCodeException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  ReplayCodeException(String what) {
    super(
        what
            + ". A replay string begins with "
            + ReplayCode.START
            + " and has no spaces; copy all of it");
  }
}

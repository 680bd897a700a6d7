package dev.harrier.explore.replay;

import java.io.Serial;

/** A text is no replay string. The message is for the user. */
public final class ReplayCodeException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private ReplayCodeException(String message) {
    super(message);
  }

  /** Of a text that was not copied well, or was never one. */
  static ReplayCodeException damaged(String what) {
    return new ReplayCodeException(
        what
            + ". A replay string begins with "
            + ReplayCode.START
            + " and has no spaces; copy all of it");
  }

  /** Of a replay string that asks for what is not taken from others. */
  static ReplayCodeException refused(String why) {
    return new ReplayCodeException(why);
  }
}

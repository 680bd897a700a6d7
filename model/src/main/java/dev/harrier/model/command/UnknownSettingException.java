package dev.harrier.model.command;

import java.io.Serial;

/** A text is not one of the settings that may come from others. The message is for the user. */
public final class UnknownSettingException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  UnknownSettingException(String message) {
    super(message);
  }
}

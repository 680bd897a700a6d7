package dev.harrier.campaign;

import java.io.IOException;
import java.io.Serial;

/** An entry that is not signed with the campaign's key; the message is for the user. */
final class ForeignEntryException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  ForeignEntryException(String message) {
    super(message);
  }
}

package dev.harrier.binary.elf;

import java.io.IOException;

/** The file is not an executable that Harrier can work on. The message is meant for the user. */
public final class UnusableBinaryException extends IOException {
  public UnusableBinaryException(String message) {
    super(message);
  }

  public UnusableBinaryException(String message, Throwable cause) {
    super(message, cause);
  }
}

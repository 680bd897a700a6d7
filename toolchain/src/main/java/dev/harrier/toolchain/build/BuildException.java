package dev.harrier.toolchain.build;

import java.io.Serial;

/** The user's code does not build; the message is what {@code go} said. */
public final class BuildException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  public BuildException(String message) {
    super(message);
  }
}

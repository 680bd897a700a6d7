package dev.harrier.toolchain.driver;

import java.io.Serial;

/**
 * The user's Go can't be used as asked. The message is for the user: what was expected, what was
 * found, what to do next.
 */
public final class ToolchainException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  public ToolchainException(String message) {
    super(message);
  }

  public ToolchainException(String message, Throwable cause) {
    super(message, cause);
  }
}

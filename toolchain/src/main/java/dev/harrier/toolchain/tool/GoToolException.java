package dev.harrier.toolchain.tool;

import java.io.Serial;

/** A Go program of Harrier's own does not build. The message is that of the Go command. */
public final class GoToolException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  GoToolException(String message) {
    super(message);
  }
}

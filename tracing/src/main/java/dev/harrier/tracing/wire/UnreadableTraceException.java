package dev.harrier.tracing.wire;

import java.io.IOException;
import java.nio.file.Path;

/** A file that is no trace, or one of a format that this reader does not know. */
public final class UnreadableTraceException extends IOException {
  private static final long serialVersionUID = 1;

  UnreadableTraceException(Path file, String message) {
    super(file + ": " + message);
  }
}

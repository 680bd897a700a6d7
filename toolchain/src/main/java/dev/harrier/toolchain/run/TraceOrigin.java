package dev.harrier.toolchain.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the header of a trace says of the process that wrote it.
 *
 * @param digest of the overlay that the process was built with
 * @param start when the process began, nanoseconds of a clock that all processes share
 * @param executable the process's own path to its binary
 */
public record TraceOrigin(Path path, long pid, long digest, long start, String executable) {
  /** Reads headers, whose format is the business of module tracing. */
  @FunctionalInterface
  public interface Reader {
    /** Empty if the file is too short or not a trace. */
    Optional<TraceOrigin> read(Path path) throws IOException;
  }
}

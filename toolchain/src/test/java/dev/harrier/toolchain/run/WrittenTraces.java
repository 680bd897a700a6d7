package dev.harrier.toolchain.run;

import dev.harrier.tracing.wire.FileHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads headers as the command line does. */
public final class WrittenTraces {
  private WrittenTraces() {}

  public static Optional<TraceOrigin> header(Path file) throws IOException {
    return FileHeader.read(file)
        .map(h -> new TraceOrigin(file, h.pid(), h.buildDigest(), h.monotonic(), h.executable()));
  }
}

package dev.harrier.cli.gocommand;

import dev.harrier.toolchain.run.TraceOrigin;
import dev.harrier.tracing.wire.FileHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Says for a run of {@code go test} which processes wrote its traces. */
public final class TraceHeaders {
  private TraceHeaders() {}

  public static Optional<TraceOrigin> read(Path trace) throws IOException {
    return FileHeader.read(trace)
        .map(header ->
            new TraceOrigin(
                trace,
                header.pid(),
                header.buildDigest(),
                header.monotonic(),
                header.executable()));
  }
}

package dev.harrier.cli.test;

import dev.harrier.report.store.RunDirectory;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Reads a small trace of the run before while the tests of this one are built and run, and forgets
 * what it says: the first trace that Java reads takes it four times as long as the next, which is
 * much of what a small test waits for.
 */
final class WarmUp implements AutoCloseable {
  /** What takes longer to read than to build a test is not read. */
  private static final long MOST_BYTES = 1 << 20;

  /** Reads a trace until it has its end, or there is no time left. */
  @FunctionalInterface
  interface Reader {
    void read(TracedProcess process, BooleanSupplier ended);
  }

  private final Reader reader;
  private volatile boolean ended;

  private WarmUp(Reader reader) {
    this.reader = reader;
  }

  /**
   * Begins, if there is a trace to read. It ends by itself, or when it is closed.
   *
   * @param before the run whose traces are there
   */
  static WarmUp with(Optional<RunDirectory> before, Reader reader) {
    WarmUp warmUp = new WarmUp(reader);
    // Not a virtual thread: it computes, and would keep others from copying what go test prints.
    before.ifPresent(run -> Thread.ofPlatform().daemon().start(() -> warmUp.read(run)));
    return warmUp;
  }

  private void read(RunDirectory run) {
    try {
      Optional<TracedProcess> process = small(run);
      if (process.isPresent()) {
        reader.read(process.get(), () -> ended);
      }
    } catch (IOException | RuntimeException e) {
      // That run is someone else's to complain about; another Harrier may be removing it.
    }
  }

  /** Traces are named by process id first, executables only by it. */
  static Optional<TracedProcess> small(RunDirectory run) throws IOException {
    try (DirectoryStream<Path> traces = Files.newDirectoryStream(run.traces(), "*.htrace")) {
      for (Path trace : traces) {
        String name = String.valueOf(trace.getFileName());
        Path executable = run.binaries().resolve(name.substring(0, Math.max(0, name.indexOf('-'))));
        if (Files.size(trace) <= MOST_BYTES && Files.isRegularFile(executable)) {
          return Optional.of(new TracedProcess(trace, Optional.of(executable), false));
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    ended = true;
  }
}

package dev.harrier.report.store;

import dev.harrier.base.file.ForeignFiles;
import dev.harrier.report.RunRecord;
import dev.harrier.report.json.JsonDocuments;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run of the store, as far as it matters for whether it is kept.
 *
 * @param replay whether it replays a finding, or checks its fix
 * @param running whether its process may still write to it
 * @param written when its header was
 * @param bytes that it takes without traces and binaries
 */
record KeptRun(
    RunDirectory directory, boolean replay, boolean running, Instant written, long bytes) {
  private static final Duration HEADER_GRACE = Duration.ofMinutes(10);
  private static final List<String> REPLAYS = List.of("replay", "check-fix");

  static KeptRun read(RunDirectory run) throws IOException {
    Optional<RunRecord> header = header(run);
    return new KeptRun(
        run,
        header.filter(h -> REPLAYS.stream().anyMatch(h::ran)).isPresent(),
        isRunning(run, header),
        written(run),
        size(run));
  }

  private static Instant written(RunDirectory run) throws IOException {
    try {
      return Files.getLastModifiedTime(run.path().resolve(RunDirectory.RUN)).toInstant();
    } catch (NoSuchFileException e) {
      return Instant.EPOCH;
    }
  }

  private static long size(RunDirectory run) throws IOException {
    long size = 0;
    try (Stream<Path> files = Files.walk(run.path())) {
      for (Path file :
          files
              .filter(f -> !f.startsWith(run.traces()) && !f.startsWith(run.binaries()))
              .filter(Files::isRegularFile)
              .toList()) {
        size += Files.size(file);
      }
    } catch (NoSuchFileException | UncheckedIOException e) {
      // Another Harrier prunes the same store.
    }
    return size;
  }

  private static Optional<RunRecord> header(RunDirectory run) {
    try (Reader reader =
        Files.newBufferedReader(ForeignFiles.checked(run.path().resolve(RunDirectory.RUN)))) {
      return Optional.of(JsonDocuments.readRun(reader));
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // The reader of the run learns it; the others do not need it.
      return Optional.empty();
    }
  }

  /**
   * No one can report a run without a legible header, so nothing is lost with it; but one that has
   * just begun may be about to write it.
   */
  private static boolean isRunning(RunDirectory run, Optional<RunRecord> header)
      throws IOException {
    if (header.isPresent()) {
      return RunStore.isRunning(header.get());
    }
    try {
      Instant born = Files.getLastModifiedTime(run.path()).toInstant();
      return born.isAfter(Instant.now().minus(HEADER_GRACE));
    } catch (NoSuchFileException e) {
      return false; // Another Harrier prunes the same store.
    }
  }
}

package dev.harrier.report.store;

import dev.harrier.model.file.Trees;
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
 * Removes what is no longer kept: all but the newest runs, and the large files of all but the
 * newest run. A run whose process still lives is left alone, and so is the newest, however old and
 * large it is. Replays are counted by themselves: who replays a finding again and again keeps the
 * run that found it.
 *
 * @param runsKept how many replays, and how many other runs, at most
 * @param age above which a run goes
 * @param bytes that the runs but the newest may take together; the oldest go first
 */
record Pruning(int runsKept, Duration age, long bytes) {
  private static final Duration HEADER_GRACE = Duration.ofMinutes(10);
  private static final String REPLAY = "replay";

  void apply(List<RunDirectory> newestFirst) throws IOException {
    Instant oldest = Instant.now().minus(age);
    long taken = 0;
    int replays = 0;
    int others = 0;
    for (RunDirectory run : newestFirst) {
      Optional<RunRecord> header = header(run);
      int newer = header.filter(h -> h.ran(REPLAY)).isPresent() ? replays++ : others++;
      if (run.equals(newestFirst.getFirst()) || isGoingOn(run, header)) {
        continue;
      }
      Trees.delete(run.traces());
      Trees.delete(run.binaries());
      taken += size(run.path());
      boolean old = written(run).isBefore(oldest);
      if (newer >= runsKept || old || taken > bytes) {
        Trees.delete(run.path());
      }
    }
  }

  private static Instant written(RunDirectory run) throws IOException {
    try {
      return Files.getLastModifiedTime(run.path().resolve(RunDirectory.RUN)).toInstant();
    } catch (NoSuchFileException e) {
      return Instant.EPOCH;
    }
  }

  private static long size(Path root) throws IOException {
    long size = 0;
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        size += Files.size(file);
      }
    } catch (NoSuchFileException | UncheckedIOException e) {
      // Another Harrier prunes the same store.
    }
    return size;
  }

  private static Optional<RunRecord> header(RunDirectory run) {
    try (Reader reader = Files.newBufferedReader(run.path().resolve(RunDirectory.RUN))) {
      return Optional.of(JsonDocuments.readRun(reader));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Nobody can report a run without a legible header, so nothing is lost with it; but one that has
   * just begun may be about to write it.
   */
  private static boolean isGoingOn(RunDirectory run, Optional<RunRecord> header)
      throws IOException {
    if (header.isPresent()) {
      return RunStore.isGoingOn(header.get());
    }
    Instant born = Files.getLastModifiedTime(run.path()).toInstant();
    return born.isAfter(Instant.now().minus(HEADER_GRACE));
  }
}

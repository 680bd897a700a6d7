package dev.harrier.report.store;

import dev.harrier.model.file.Trees;
import dev.harrier.report.RunRecord;
import dev.harrier.report.json.JsonDocuments;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Removes what is no longer kept: all but the newest runs, and the large files of all but the
 * newest run. A run whose process still lives is left alone.
 */
record Pruning(int runsKept) {
  private static final Duration HEADER_GRACE = Duration.ofMinutes(10);

  void apply(List<RunDirectory> newestFirst) throws IOException {
    for (int age = 1; age < newestFirst.size(); age++) {
      RunDirectory run = newestFirst.get(age);
      if (isGoingOn(run)) {
        continue;
      }
      if (age >= runsKept) {
        Trees.delete(run.path());
      } else {
        Trees.delete(run.traces());
        Trees.delete(run.binaries());
      }
    }
  }

  private static boolean isGoingOn(RunDirectory run) throws IOException {
    try (Reader reader = Files.newBufferedReader(run.path().resolve(RunDirectory.RUN))) {
      RunRecord header = JsonDocuments.readRun(reader);
      return header.ending().isEmpty() && ProcessHandle.of(header.pid()).isPresent();
    } catch (IOException e) {
      // Nobody can report a run without a legible header, so nothing is lost with it; but one that
      // has just begun may be about to write it.
      Instant born = Files.getLastModifiedTime(run.path()).toInstant();
      return born.isAfter(Instant.now().minus(HEADER_GRACE));
    }
  }
}

package dev.harrier.report.store;

import dev.harrier.base.file.Trees;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Removes what is no longer kept: all but the newest runs, and the large files of all but the
 * newest run. A run whose process still lives is left alone, and so is the newest, however old and
 * large it is. Replays and checks of fixes are counted by themselves: however often a finding is
 * replayed, the run that found it is kept.
 *
 * @param runsKept how many replays, and how many other runs, at most
 * @param age above which a run goes
 * @param bytes that the runs but the newest may take together; the oldest go first
 */
record Pruning(int runsKept, Duration age, long bytes) {
  void apply(List<KeptRun> newestFirst) throws IOException {
    Instant oldest = Instant.now().minus(age);
    long taken = 0;
    int replays = 0;
    int others = 0;
    for (KeptRun run : newestFirst) {
      int newer = run.replay() ? replays++ : others++;
      if (run.equals(newestFirst.getFirst()) || run.running()) {
        continue;
      }
      taken += run.bytes();
      boolean old = run.written().isBefore(oldest);
      if (newer >= runsKept || old || taken > bytes) {
        Trees.delete(run.directory().path());
      } else {
        Trees.delete(run.directory().traces());
        Trees.delete(run.directory().binaries());
      }
    }
  }
}

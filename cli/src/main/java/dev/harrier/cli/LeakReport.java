package dev.harrier.cli;

import dev.harrier.leaks.BlockedGoroutines;
import dev.harrier.leaks.GoroutineProfile;
import dev.harrier.leaks.LeakFold;
import dev.harrier.leaks.LeakLog;
import dev.harrier.leaks.LeakText;
import dev.harrier.model.file.IoErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code harrier report} of what programs in production wrote: their logs and their profiles. */
final class LeakReport {
  private final CommandContext surroundings;

  LeakReport(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  /** Whether these are such files. */
  boolean isAbout(List<Path> files) throws UserError {
    try {
      boolean all = !files.isEmpty();
      for (Path file : files) {
        all =
            all
                && Files.isRegularFile(file)
                && (LeakLog.isOne(file) || GoroutineProfile.isOne(file));
      }
      return all;
    } catch (IOException e) {
      throw UserError.usage(IoErrors.described(e));
    }
  }

  /** Prints them, and returns the exit status. */
  int print(List<Path> files) throws UserError {
    List<BlockedGoroutines> all = new ArrayList<>();
    int sources = 0;
    try {
      for (Path file : files) {
        if (LeakLog.isOne(file)) {
          LeakLog log = LeakLog.read(file);
          all.addAll(log.goroutines());
          sources += log.processes();
          note(file, log);
        } else {
          all.addAll(GoroutineProfile.read(file));
          sources++;
        }
      }
    } catch (IOException e) {
      throw UserError.usage(IoErrors.described(e));
    }
    List<BlockedGoroutines> ranked = LeakFold.fold(all);
    surroundings.output().print(LeakText.of(ranked, sources));
    boolean proven =
        ranked.stream().anyMatch(g -> g.evidence() == BlockedGoroutines.Evidence.LEAKED);
    return (proven ? ExitStatus.FINDINGS : ExitStatus.NOTHING_FOUND).code();
  }

  private void note(Path file, LeakLog log) {
    if (log.unreadable() > 0) {
      surroundings
          .errors()
          .printf("harrier: %s: %d lines are no records of leaks%n", file, log.unreadable());
    }
    if (log.revived() > 0) {
      surroundings
          .errors()
          .printf(
              "harrier: %s: %d goroutines ran again after they had been proved leaked: the program"
                  + " hides pointers from the collector%n",
              file, log.revived());
    }
  }
}

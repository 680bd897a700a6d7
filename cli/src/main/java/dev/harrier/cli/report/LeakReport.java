package dev.harrier.cli.report;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.process.Version;
import dev.harrier.leaks.BlockedGoroutines;
import dev.harrier.leaks.GoroutineProfile;
import dev.harrier.leaks.LeakFindings;
import dev.harrier.leaks.LeakFold;
import dev.harrier.leaks.LeakLog;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The report of what programs in production wrote: their logs and their profiles. */
final class LeakReport {
  private final CommandContext context;

  LeakReport(CommandContext context) {
    this.context = context;
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

  /** Reads them all as what one program, or a fleet of them, wrote. */
  RunReport of(List<Path> files, FailurePolicy policy) throws UserError {
    Reading all = new Reading();
    try {
      for (Path file : files) {
        if (LeakLog.isOne(file)) {
          all.add(file, LeakLog.read(file));
        } else {
          all.add(GoroutineProfile.read(file), Files.getLastModifiedTime(file).toInstant());
        }
      }
    } catch (IOException e) {
      throw UserError.usage(IoErrors.described(e));
    }
    return all.report(files, policy);
  }

  /** What the files say, taken together. */
  private final class Reading {
    private final List<BlockedGoroutines> goroutines = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();
    private int processes;
    private String go = "";
    private Instant started = Instant.MAX;
    private Duration lasted = Duration.ZERO;

    void add(Path file, LeakLog log) {
      goroutines.addAll(log.goroutines());
      processes += log.processes();
      go = log.go();
      started = log.started().isBefore(started) ? log.started() : started;
      lasted = log.lasted().compareTo(lasted) > 0 ? log.lasted() : lasted;
      if (log.unreadable() > 0) {
        remarks.add(new Remark.UnreadableLines(file.toString(), log.unreadable()));
      }
      if (log.revived() > 0) {
        remarks.add(new Remark.Revived(file.toString(), log.revived()));
      }
    }

    void add(List<BlockedGoroutines> profile, Instant taken) {
      goroutines.addAll(profile);
      processes++;
      started = taken.isBefore(started) ? taken : started;
    }

    RunReport report(List<Path> files, FailurePolicy policy) {
      List<BlockedGoroutines> groups = LeakFold.fold(goroutines);
      List<String> command = new ArrayList<>(List.of("harrier", "report"));
      files.forEach(file -> command.add(file.toString()));
      long seen = groups.stream().mapToLong(g -> g.footprint().goroutines()).sum();
      Path directory = context.directory();
      RunRecord run =
          new RunRecord(
              RunId.of(started, 1),
              Version.current(),
              new RunRecord.GoInstallation(go, LeakFindings.goRoot(groups).orElse(Path.of(""))),
              command,
              context.invocation(),
              directory,
              directory,
              Optional.empty(),
              ProcessHandle.current().pid(),
              started,
              policy,
              Optional.of(
                  new RunRecord.Ending(
                      lasted,
                      new RunOutcome.Passed(),
                      new RunRecord.Basis.Production(processes, seen),
                      List.of(),
                      remarks)));
      return new RunReport(run, groups.stream().map(LeakFindings::of).toList());
    }
  }
}

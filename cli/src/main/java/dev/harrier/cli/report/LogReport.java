package dev.harrier.cli.report;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.base.file.IoErrors;
import dev.harrier.binary.decode.LoggedTrace;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.reading.LogReading;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.trace.TraceHeader;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.toolchain.run.RaceLogs;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The report of logs that a rewritten executable wrote somewhere, some time. */
final class LogReport {
  private final RecordedRun run;

  LogReport(RecordedRun run) {
    this.run = run;
  }

  /** Reads them all as the logs of one run; one that can't be read costs what it says. */
  RunReport of(List<Path> places) throws UserError {
    try {
      List<Path> logs = new ArrayList<>();
      for (Path place : places) {
        logs.addAll(Files.isDirectory(place) ? logsIn(place) : List.of(place));
      }
      List<LogReading.Outcome> outcomes = new ArrayList<>();
      List<AnalysisResult> unreadable = new ArrayList<>();
      Optional<UserError> first = Optional.empty();
      for (Path log : logs) {
        try {
          outcomes.add(read(log));
        } catch (UserError e) {
          first = first.or(() -> Optional.of(e));
          unreadable.add(LogReading.unreadable(log, String.valueOf(e.getMessage())));
        }
      }
      if (outcomes.isEmpty() && first.isPresent()) {
        throw first.get();
      }
      return report(outcomes, unreadable);
    } catch (IOException e) {
      throw UserError.usage("can't read the logs: " + IoErrors.described(e));
    }
  }

  private LogReading.Outcome read(Path log) throws UserError {
    try {
      Path copy = run.executable(log, LoggedTrace.writerOf(log));
      // The command that ran it is not known; this shows its log again.
      List<String> again = List.of("harrier", "report", "-binary", copy.toString(), log.toString());
      return new LogReading(copy, again, races(log), run.ended()).read(log, false);
    } catch (UnusableBinaryException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw UserError.usage("can't read the logs: " + IoErrors.described(e));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw UserError.usage("can't read %s: it is damaged (%s)".formatted(log, e));
    }
  }

  /** Where a program that is started by hand can be made to write its races: next to its logs. */
  static RaceLogs races(Path log) {
    return RaceLogs.temporary(Map.of(), log.resolveSibling("race"));
  }

  private static List<Path> logsIn(Path directory) throws IOException, UserError {
    List<Path> logs = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.hlog")) {
      found.forEach(logs::add);
    }
    if (logs.isEmpty()) {
      throw UserError.usage(
          "no logs (*.hlog) in %s; was the program started with HARRIER_LOG=%s?"
              .formatted(directory, directory));
    }
    logs.sort(null);
    return logs;
  }

  private RunReport report(List<LogReading.Outcome> outcomes, List<AnalysisResult> unreadable) {
    LoggedTrace trace = outcomes.getFirst().trace();
    TraceHeader header = trace.header();
    return run.report(
        new RecordedRun.Leader(
            header.pid(),
            header.start(),
            Duration.ofNanos(Math.max(0, trace.lastNanos())),
            List.of(header.executable()),
            new RunRecord.GoInstallation(
                header.goVersion(), SourcePaths.path(trace.goroot()).orElse(Path.of("")))),
        outcome(trace.exitStatus()),
        Stream.concat(outcomes.stream().map(LogReading.Outcome::analysis), unreadable.stream())
            .toList());
  }

  private static RunOutcome outcome(OptionalInt exitStatus) {
    if (exitStatus.isEmpty()) {
      return new RunOutcome.Interrupted();
    }
    int status = exitStatus.getAsInt();
    return status == 0
        ? new RunOutcome.Passed()
        : new RunOutcome.TargetFailed(status, new TargetFailure.EndedWithStatus(status));
  }
}

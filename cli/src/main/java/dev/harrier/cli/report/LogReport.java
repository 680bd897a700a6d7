package dev.harrier.cli.report;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Folding;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.log.LoggedTrace;
import dev.harrier.cli.output.Completenesses;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.cli.session.UserError;
import dev.harrier.cli.session.Version;
import dev.harrier.cli.trace.LogReading;
import dev.harrier.model.file.IoErrors;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.trace.TraceHeader;
import dev.harrier.report.Measure;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
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
import org.jspecify.annotations.Nullable;

/** The report of logs that a rewritten executable wrote somewhere, some time. */
final class LogReport {
  private final CommandContext surroundings;
  private final ShutdownHandler ending;
  private final @Nullable Path binary;
  private final Measure measure;

  /**
   * @param binary the copy that wrote the logs; null to look where each log says it was
   */
  LogReport(
      CommandContext surroundings, ShutdownHandler ending, @Nullable Path binary, Measure measure) {
    this.ending = ending;
    this.measure = measure;
    this.surroundings = surroundings;
    this.binary = binary;
  }

  /** Reads them all as the logs of one run. */
  RunReport of(List<Path> places) throws UserError {
    try {
      List<Path> logs = new ArrayList<>();
      for (Path place : places) {
        logs.addAll(Files.isDirectory(place) ? logsIn(place) : List.of(place));
      }
      List<LogReading.Outcome> outcomes = new ArrayList<>();
      for (Path log : logs) {
        Path copy = copyOf(log);
        // The command that ran it is not known; this shows its log again.
        List<String> again =
            List.of("harrier", "report", "--binary", copy.toString(), log.toString());
        outcomes.add(
            new LogReading(copy, again, races(log), ending.endOfReading()).read(log, false));
      }
      return report(outcomes);
    } catch (UnusableBinaryException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw UserError.usage("can't read the logs: " + IoErrors.described(e));
    }
  }

  /** Where a program that is started by hand can be told to write its races: beside its logs. */
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

  private Path copyOf(Path log) throws IOException, UserError {
    if (binary != null) {
      return surroundings.directory().resolve(binary);
    }
    Path then = LoggedTrace.writerOf(log);
    if (!Files.exists(then)) {
      throw UserError.usage(
          "%s was written by %s, which is not here; give that file with --binary"
              .formatted(log, then));
    }
    return then;
  }

  private RunReport report(List<LogReading.Outcome> outcomes) {
    LoggedTrace trace = outcomes.getFirst().trace();
    TraceHeader header = trace.header();
    List<AnalysisResult> results = outcomes.stream().map(LogReading.Outcome::analysis).toList();
    RunRecord run =
        new RunRecord(
            RunId.of(header.start(), 1),
            Version.current(),
            new RunRecord.GoInstallation(header.goVersion(), Path.of(trace.goroot())),
            List.of(header.executable()),
            surroundings.directory(),
            surroundings.directory(),
            Optional.empty(),
            header.pid(),
            header.start(),
            measure,
            Optional.of(
                new RunRecord.Ending(
                    Duration.ofNanos(Math.max(0, trace.lastNanos())),
                    ending.isRequested()
                        ? new RunOutcome.Interrupted()
                        : outcome(trace.exitStatus()),
                    Completenesses.join(
                        results.stream().map(AnalysisResult::completeness).toList()),
                    new RunRecord.Basis.Traces(
                        results.size(), results.stream().mapToLong(AnalysisResult::events).sum()),
                    List.of())));
    return new RunReport(
        run, Folding.fold(results.stream().flatMap(r -> r.findings().stream()).toList()));
  }

  private static RunOutcome outcome(OptionalInt exitStatus) {
    if (exitStatus.isEmpty()) {
      return new RunOutcome.Interrupted();
    }
    int status = exitStatus.getAsInt();
    return status == 0
        ? new RunOutcome.Passed()
        : new RunOutcome.TargetFailed(status, "the program ended with status " + status);
  }
}

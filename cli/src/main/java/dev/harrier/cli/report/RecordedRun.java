package dev.harrier.cli.report;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Folding;
import dev.harrier.cli.output.TraceGaps;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.process.Version;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Processes that ran without Harrier and left files, reported as one run.
 *
 * @param binary the executable that wrote the files; null to look where each says it was
 */
record RecordedRun(
    CommandContext context, ShutdownHandler shutdown, @Nullable Path binary, FailurePolicy policy) {
  /** When no one waits for more than what was found until then. */
  BooleanSupplier ended() {
    return shutdown.endOfReading();
  }

  /**
   * The executable that wrote a file.
   *
   * @param then where it was, as the file says
   */
  Path executable(Path file, String then) throws UserError {
    if (binary != null) {
      return context.directory().resolve(binary);
    }
    return SourcePaths.path(then)
        .filter(Files::isRegularFile)
        .orElseThrow(() ->
            UserError.usage(
                "%s was written by %s, which is not here; give that file with -binary"
                    .formatted(file, then)));
  }

  /**
   * The first of the processes, which stands for the run.
   *
   * @param lasted until the last one ended
   */
  record Leader(
      long pid,
      Instant started,
      Duration lasted,
      List<String> command,
      RunRecord.GoInstallation go) {}

  /** What the files of all processes say. */
  RunReport report(Leader first, RunOutcome outcome, List<AnalysisResult> results) {
    RunRecord.Ending end =
        new RunRecord.Ending(
            first.lasted,
            shutdown.isRequested() ? new RunOutcome.Interrupted() : outcome,
            new RunRecord.Basis.Traces(
                results.size(), results.stream().mapToLong(AnalysisResult::events).sum()),
            TraceGaps.of(results),
            List.of());
    RunRecord run =
        new RunRecord(
            RunId.of(first.started, 1),
            Version.current(),
            first.go,
            first.command,
            context.invocation(),
            context.directory(),
            context.directory(),
            Optional.empty(),
            first.pid,
            first.started,
            policy,
            Optional.of(end));
    return new RunReport(
        run, Folding.fold(results.stream().flatMap(r -> r.findings().stream()).toList()));
  }
}

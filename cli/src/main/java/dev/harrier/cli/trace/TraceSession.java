package dev.harrier.cli.trace;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Folding;
import dev.harrier.base.file.IoErrors;
import dev.harrier.binary.decode.LoggedTrace;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.binary.run.TracedRun;
import dev.harrier.cli.git.Git;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.output.TraceGaps;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.process.Version;
import dev.harrier.cli.reading.LogReading;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.ModuleRoot;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.run.RaceLogs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One {@code harrier trace}: rewrite, run, read the logs, keep, report. */
final class TraceSession {
  /** What shells add to the number of the signal that ended a program. */
  private static final int SIGNALED = 128;

  /** A shorter time in which a program recorded nothing is not reported. */
  private static final Duration LONG = Duration.ofSeconds(1);

  private static final int INTERRUPT = 2;
  private static final int TERMINATE = 15;

  private final CommandContext context;
  private final OutputOptions output;
  private final ShutdownHandler shutdown;
  private final Path binary;
  private final List<String> words;
  private final List<String> command;
  private final LogSettings settings;
  private final Optional<SourceSearch> search;
  private final Instant started = Instant.now();

  /**
   * @param words what the user typed: the executable and its arguments
   * @param command the whole command line
   * @param search for what is predicted
   */
  TraceSession(
      CommandContext context,
      OutputOptions output,
      ShutdownHandler shutdown,
      Path binary,
      List<String> words,
      List<String> command,
      LogSettings settings,
      Optional<SourceSearch> search) {
    this.context = context;
    this.output = output;
    this.shutdown = shutdown;
    this.binary = binary;
    this.words = List.copyOf(words);
    this.command = List.copyOf(command);
    this.settings = settings;
    this.search = search;
  }

  /**
   * How it ended.
   *
   * @param program the program's own status
   */
  record Statuses(ExitStatus harrier, int program) {}

  Statuses run() throws UserError {
    try {
      Optional<Path> module = ModuleRoot.above(context.directory());
      Path root = module.orElse(context.directory());
      SuppressionFilter suppressions =
          SuppressionFilter.of(
              context.settings(),
              module.map(m -> List.of(new MainModule("", m))).orElse(List.of()),
              List.of());
      Path caches = CacheDirectory.inUse(context.environment());
      StoreLocation location =
          module.isPresent()
              ? StoreLocation.forWriting(root, caches)
              : StoreLocation.outsideModules(root, caches);
      RunStore store = new RunStore(location.directory(), root);
      RunDirectory directory = store.begin(started);
      directory.save(header(directory, root, ""));
      TracedRun traced = prepare(store, directory);
      shutdown.onRequest(traced::end);
      RunRecord header = header(directory, root, traced.report().goVersion());
      directory.save(header);
      RaceLogs races =
          RaceLogs.of(context.environment(), directory.path().resolve("race"), context.directory());
      Map<String, String> environment = new HashMap<>(context.environment());
      environment.put(RaceLogs.VARIABLE, races.options());
      TracedRun.Result result =
          traced.run(
              words.getFirst(), words.subList(1, words.size()), environment, context.directory());
      RunReport report = report(header, directory, traced, result, suppressions, races);
      SourceDetails details = search.map(SourceSearch::details).orElse(SourceDetails.NONE);
      ExitStatus status =
          Reporting.report(
              output, store, directory, report, details, context, Reporting.Stream.ERRORS);
      return new Statuses(status, result.exitStatus());
    } catch (UnusableBinaryException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError(ExitStatus.INTERRUPTED, "interrupted while " + binary + " ran");
    }
  }

  /** A program that is refused leaves no run behind. */
  private TracedRun prepare(RunStore store, RunDirectory directory)
      throws IOException, StoreException {
    try {
      return TracedRun.prepare(binary, directory.binaries(), directory.traces(), settings);
    } catch (IOException e) {
      store.discard(directory);
      throw e;
    }
  }

  private RunRecord header(RunDirectory directory, Path root, String goVersion) {
    return new RunRecord(
        directory.id(),
        Version.current(),
        new RunRecord.GoInstallation(goVersion, Path.of("")),
        command,
        context.invocation(),
        context.directory(),
        root,
        new Git(root, context.environment()).revision(),
        ProcessHandle.current().pid(),
        started,
        output.policy(),
        Optional.empty());
  }

  private RunReport report(
      RunRecord header,
      RunDirectory directory,
      TracedRun traced,
      TracedRun.Result result,
      SuppressionFilter suppressions,
      RaceLogs races)
      throws IOException {
    LogReading reading =
        new LogReading(traced.executable(), command, races, shutdown.endOfReading());
    List<AnalysisResult> results = new ArrayList<>();
    List<Remark> remarks = new ArrayList<>();
    traced.report().blindSpots().forEach(spot -> remarks.add(new Remark.NotLogged(spot)));
    try (Progress progress = new Progress(context)) {
      for (Path log : result.logs()) {
        progress.say("reading log %d of %d".formatted(results.size() + 1, result.logs().size()));
        results.add(read(reading, log, !results.isEmpty()));
      }
    }
    standstill(traced, result).ifPresent(remarks::add);
    List<Finding> findings =
        Folding.fold(results.stream().flatMap(r -> r.findings().stream()).toList());
    SuppressionFilter.Filtered filtered = suppressions.apply(findings);
    remarks.addAll(filtered.remarks());
    List<Finding> judged = filtered.kept();
    if (search.isPresent()) {
      judged = search.get().judged(judged, directory);
      remarks.addAll(search.get().remarks());
    }
    List<Gap> gaps = new ArrayList<>(TraceGaps.of(results));
    if (results.isEmpty()) {
      gaps.add(
          new Gap.LostProcess(
              "the program wrote no log: it could not make one in " + header.directory()));
    }
    RunRecord.Ending end =
        new RunRecord.Ending(
            Duration.between(started, Instant.now()),
            shutdown.isRequested() ? new RunOutcome.Interrupted() : outcome(result.exitStatus()),
            new RunRecord.Basis.Traces(
                results.size(), results.stream().mapToLong(AnalysisResult::events).sum()),
            gaps,
            remarks);
    return new RunReport(header.ended(end), judged);
  }

  /** Of a program that a signal ended: how long it had done nothing by then. */
  private static Optional<Remark> standstill(TracedRun traced, TracedRun.Result result) {
    if (result.exitStatus() <= SIGNALED || result.logs().isEmpty()) {
      return Optional.empty();
    }
    try {
      return LoggedTrace.open(result.logs().getFirst(), traced.executable())
          .stillBefore(result.ended())
          .filter(still -> still.compareTo(LONG) >= 0)
          .map(still -> new Remark.Standstill(still.toMillis()));
    } catch (IOException unreadable) {
      // What is wrong with the log is reported where it is read.
      return Optional.empty();
    }
  }

  /** A log that can't be read is an empty and incomplete one. */
  private static AnalysisResult read(LogReading reading, Path log, boolean child) {
    try {
      return reading.read(log, child).analysis();
    } catch (IOException e) {
      return LogReading.unreadable(log, IoErrors.reason(e));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // It costs its own findings, not those of the others.
      return LogReading.unreadable(log, "it is damaged (" + e + ")");
    }
  }

  private static RunOutcome outcome(int status) {
    if (status == 0) {
      return new RunOutcome.Passed();
    }
    int signal = status - SIGNALED;
    if (signal == INTERRUPT || signal == TERMINATE) {
      return new RunOutcome.Interrupted();
    }
    return new RunOutcome.TargetFailed(
        status,
        signal > 0
            ? new TargetFailure.EndedBySignal(signal)
            : new TargetFailure.EndedWithStatus(status));
  }
}

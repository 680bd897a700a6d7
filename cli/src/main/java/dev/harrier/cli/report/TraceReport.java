package dev.harrier.cli.report;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.explain.PollLoops;
import dev.harrier.base.file.IoErrors;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.cli.gocommand.SourceLoops;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.reading.TraceReading;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.Witness;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.ModuleRoot;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.run.RaceLogs;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import dev.harrier.tracing.wire.EndState;
import dev.harrier.tracing.wire.FileHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The report of traces that instrumented processes wrote which {@code harrier test} did not start:
 * those of another build system, or of another machine.
 */
final class TraceReport {
  private static final String SUFFIX = ".htrace";

  private final RecordedRun run;
  private final CommandContext context;

  TraceReport(RecordedRun run, CommandContext context) {
    this.run = run;
    this.context = context;
  }

  /** Whether one of these is a trace, or a directory that has some. */
  static boolean isAbout(List<Path> places) throws UserError {
    try {
      for (Path place : places) {
        if (!tracesAt(place).isEmpty()) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw UserError.usage(IoErrors.described(e));
    }
  }

  /** A trace with its header. */
  private record Written(Path path, FileHeader header) {}

  /** One process with what its trace says of it. */
  private record Traced(TracedProcess process, FileHeader header, GoSymbols symbols) {}

  /** Reads them all as the processes of one run; one that can't be read costs what it says. */
  RunReport of(List<Path> places) throws UserError {
    try {
      List<AnalysisResult> results = new ArrayList<>();
      List<Traced> traced = traced(places, results);
      GoSymbols symbols = traced.getFirst().symbols();
      List<MainModule> modules = modules(symbols);
      Path goroot = SourcePaths.path(symbols.goroot()).orElse(Path.of(""));
      PollLoops loops = SourceLoops.here(context);
      for (Traced one : traced) {
        Path trace = one.process().trace();
        RaceLogs races = LogReport.races(trace);
        Witness again = Witness.of(new Rerun.Command(again(one.process())));
        TraceReading reading =
            new TraceReading(modules, goroot, _ -> finding -> finding.with(again), races, loops);
        results.add(reading.read(one.process(), run.ended()));
      }
      return run.report(
          first(traced, new RunRecord.GoInstallation(symbols.buildInfo().goVersion(), goroot)),
          outcome(traced),
          results);
    } catch (IOException e) {
      throw UserError.usage("can't read the traces: " + IoErrors.described(e));
    }
  }

  private static List<String> again(TracedProcess process) {
    List<String> command = new ArrayList<>(List.of("harrier", "report"));
    process.executable().ifPresent(file -> command.addAll(List.of("-binary", file.toString())));
    command.add(process.trace().toString());
    return command;
  }

  /**
   * The processes whose traces can be read.
   *
   * @param unreadable gets what is to be said of the others
   * @throws UserError if there are only others
   */
  private List<Traced> traced(List<Path> places, List<AnalysisResult> unreadable)
      throws IOException, UserError {
    List<Written> files = new ArrayList<>();
    Optional<UserError> first = Optional.empty();
    for (Path place : places) {
      for (Path trace : tracesAt(place)) {
        Optional<FileHeader> header = FileHeader.read(trace);
        if (header.isPresent()) {
          files.add(new Written(trace, header.get()));
        } else {
          unreadable.add(TraceReading.unreadable(trace, "this Harrier does not know its form"));
          first =
              first.or(() ->
                  Optional.of(
                      UserError.usage(trace + " is not a trace that this Harrier can read")));
        }
      }
    }
    files.sort(Comparator.comparingLong(file -> file.header().monotonic()));
    List<Traced> traced = new ArrayList<>();
    for (Written file : files) {
      FileHeader header = file.header();
      Path executable;
      GoSymbols symbols;
      try {
        executable = run.executable(file.path(), header.executable());
        symbols = GoSymbols.open(executable);
      } catch (UserError | UnusableBinaryException e) {
        unreadable.add(TraceReading.unreadable(file.path(), String.valueOf(e.getMessage())));
        first = first.or(() -> Optional.of(UserError.usage(String.valueOf(e.getMessage()))));
        continue;
      }
      boolean child =
          traced.stream()
              .anyMatch(other ->
                  other.header().executable().equals(header.executable())
                      && endOf(other.header()) > header.monotonic());
      traced.add(
          new Traced(
              new TracedProcess(file.path(), Optional.of(executable), child), header, symbols));
    }
    if (traced.isEmpty() && first.isPresent()) {
      throw first.get();
    }
    return traced;
  }

  /** When the process ended by the clock that its start is of; the end of time if no one knows. */
  private static long endOf(FileHeader header) {
    return header.endMonotonic() == 0 ? Long.MAX_VALUE : header.endMonotonic();
  }

  /** The user's: of the directory, if it is in a module, else what the executable says. */
  private List<MainModule> modules(GoSymbols symbols) throws IOException {
    Optional<Path> root = ModuleRoot.above(run.context().directory());
    if (root.isPresent()) {
      return MainModule.in(root.get());
    }
    String path = symbols.buildInfo().mainModule();
    return path.isEmpty() ? List.of() : List.of(new MainModule(path, run.context().directory()));
  }

  private static RecordedRun.Leader first(List<Traced> traced, RunRecord.GoInstallation go) {
    FileHeader first = traced.getFirst().header();
    List<String> command = new ArrayList<>(List.of("harrier", "report"));
    traced.forEach(one -> command.add(one.process().trace().toString()));
    long lasted =
        traced.stream().mapToLong(one -> one.header().endMonotonic()).max().orElse(0)
            - first.monotonic();
    return new RecordedRun.Leader(
        first.pid(),
        Instant.ofEpochSecond(0, first.wallClock()),
        Duration.ofNanos(Math.max(0, lasted)),
        command,
        go);
  }

  /** As that of {@code go test}, which does not ask how what a test started has ended. */
  private static RunOutcome outcome(List<Traced> traced) {
    RunOutcome outcome = new RunOutcome.Passed();
    for (Traced one : traced) {
      FileHeader header = one.header();
      if (one.process().child()) {
        continue;
      }
      if (header.state() == EndState.BEING_WRITTEN) {
        return new RunOutcome.Interrupted();
      }
      if (header.state() == EndState.ENDED && header.exitStatus() != 0) {
        outcome =
            new RunOutcome.TargetFailed(
                header.exitStatus(), new TargetFailure.ProcessEnded(header.exitStatus()));
      }
    }
    return outcome;
  }

  private static List<Path> tracesAt(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return String.valueOf(place.getFileName()).endsWith(SUFFIX) ? List.of(place) : List.of();
    }
    try (Stream<Path> files = Files.walk(place)) {
      return files.filter(file -> String.valueOf(file.getFileName()).endsWith(SUFFIX)).toList();
    }
  }
}

package dev.harrier.cli.reading;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.engine.Rules;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.PollLoops;
import dev.harrier.analysis.explain.SourceFiles;
import dev.harrier.analysis.race.SeenRaces;
import dev.harrier.analysis.stuck.StalledTest;
import dev.harrier.base.file.IoErrors;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Completeness;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.run.RaceLogs;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.sanitizer.RaceLog;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.UnreadableTraceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Reads the trace of one process with the symbols of its binary, and analyzes it. Several threads
 * may do it at once.
 */
public final class TraceReading {
  private final List<MainModule> modules;
  private final Path goroot;
  private final Function<String, UnaryOperator<Finding>> witnesses;
  private final RaceLogs races;
  private final PollLoops loops;

  /**
   * Of what {@code go test} runs, whose findings a test shows again.
   *
   * @param build settings of the run
   * @param races where the race detector wrote
   */
  public TraceReading(
      List<MainModule> modules, Path goroot, BuildSettings build, RaceLogs races, PollLoops loops) {
    this(
        modules,
        goroot,
        testPackage -> new Reruns(modules, build, testPackage)::witnessed,
        races,
        loops);
  }

  /**
   * @param witnesses gives findings the way to see them again, by the import path of the package
   *     whose test binary it was, or "" if that is unknown
   */
  public TraceReading(
      List<MainModule> modules,
      Path goroot,
      Function<String, UnaryOperator<Finding>> witnesses,
      RaceLogs races,
      PollLoops loops) {
    this.races = races;
    this.loops = loops;
    this.modules = modules;
    this.goroot = goroot;
    this.witnesses = witnesses;
  }

  /**
   * What the trace says. A trace that can't be read at all is an empty and incomplete one: the run
   * continues without it.
   *
   * @param ended when no one waits for more than what was found until then
   */
  public AnalysisResult read(TracedProcess process, BooleanSupplier ended) {
    if (ended.getAsBoolean()) {
      return AnalysisResult.nothing(
          new Completeness.Partial(
              Completeness.Cause.NOT_ANALYZED, "not every trace was read before the end", 0));
    }
    try {
      Optional<GoSymbols> symbols = symbols(process);
      String testPackage = symbols.map(TraceReading::testPackage).orElse("");
      Symbolizer symbolizer = symbols.<Symbolizer>map(s -> s).orElse(Symbolizer.NONE);
      UnaryOperator<Finding> witness = witnesses.apply(testPackage);
      try (RecordedTrace trace = RecordedTrace.open(process.trace(), _ -> symbolizer)) {
        AnalysisContext context = context();
        SeenRaces seen =
            new SeenRaces(RaceLog.read(races.of(trace.header().pid())), trace, context);
        AnalysisResult result = new Engine(rules(process), context, ended).run(trace, seen::see);
        return result.plus(seen.findings()).map(witness);
      }
    } catch (UnreadableTraceException e) {
      return isUnbegun(process)
          ? AnalysisResult.nothing(
              new Completeness.Partial(
                  Completeness.Cause.KILLED,
                  "a child process was ended before it could begin its trace",
                  0))
          : unreadable(process, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return unreadable(process, IoErrors.described(e));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // A damaged trace that looked sound, or one that Harrier fails on: it costs its own findings,
      // not those of the others.
      return unreadable(process, "it is damaged (" + e + ")");
    }
  }

  /** The tests of a process that still runs which have not moved for ten seconds. */
  public List<StalledTest> stalled(Path file, Optional<Path> executable) throws IOException {
    Symbolizer symbols =
        executable.isPresent() ? GoSymbols.open(executable.get()) : Symbolizer.NONE;
    try (RecordedTrace trace = RecordedTrace.open(file, _ -> symbols)) {
      return StalledTest.latest(trace, context());
    } catch (RuntimeException e) {
      // It was caught in the midst of being written; at the end it is read again.
      return List.of();
    }
  }

  private AnalysisContext context() {
    return new AnalysisContext(
        modules.stream().map(MainModule::path).toList(),
        goroot.toString(),
        new SourceFiles(),
        loops);
  }

  private static Rules rules(TracedProcess process) {
    return process.child() ? Catalog.childRules() : Catalog.rules();
  }

  private static Optional<GoSymbols> symbols(TracedProcess process) throws IOException {
    return process.executable().isEmpty()
        ? Optional.empty()
        : Optional.of(GoSymbols.open(process.executable().get()));
  }

  private static String testPackage(GoSymbols symbols) {
    String path = symbols.buildInfo().mainPackage();
    return path.endsWith(".test") ? path.substring(0, path.length() - ".test".length()) : "";
  }

  /** Whether a test started this process and ended it at once: there is nothing to lose. */
  private static boolean isUnbegun(TracedProcess process) {
    try {
      return process.child() && FileHeader.isUnwritten(process.trace());
    } catch (IOException e) {
      return false;
    }
  }

  private static AnalysisResult unreadable(TracedProcess process, String why) {
    return unreadable(process.trace(), why);
  }

  /** The result for a trace that says nothing. */
  public static AnalysisResult unreadable(Path trace, String why) {
    String sentence = "the trace %s can't be read: %s".formatted(trace.getFileName(), why);
    return AnalysisResult.nothing(new Completeness.Unread(sentence));
  }
}

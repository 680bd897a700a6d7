package dev.harrier.cli;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Folding;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.TestRequest;
import dev.harrier.toolchain.run.TestResult;
import dev.harrier.toolchain.run.TestRun;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One {@code harrier test}: prepare, run, read the traces, keep, report. */
final class TestSession {
  private final Surroundings surroundings;
  private final OutputOptions output;
  private final Ending ending;
  private final TestJob job;
  private final Instant started = Instant.now();

  TestSession(Surroundings surroundings, OutputOptions output, Ending ending, TestJob job) {
    this.surroundings = surroundings;
    this.output = output;
    this.ending = ending;
    this.job = job;
  }

  ExitStatus run() throws UserError {
    try {
      GoToolchain found = GoToolchain.find(surroundings.directory(), surroundings.environment());
      List<MainModule> modules = MainModule.of(found, surroundings.directory());
      Sifting sifting = Sifting.of(modules, job.isWhole());
      Path caches = CacheDirectory.of(surroundings.environment());
      GoToolchain go = Goroots.outsideModuleCache(found, caches.resolve("goroots"));
      Overlay overlay = Overlay.prepare(go, caches.resolve("overlays"));
      RunStore store = store(go, caches);
      RunDirectory directory = store.begin(started);
      RunRecord header = header(go, directory);
      directory.save(header);
      return report(store, directory, test(go, overlay, modules, sifting, directory, header));
    } catch (ToolchainException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException | IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    }
  }

  private RunStore store(GoToolchain go, Path caches) throws StoreException {
    StoreLocation location = StoreLocation.forWriting(go.moduleRoot(), caches);
    if (!location.inModule()) {
      surroundings
          .errors()
          .printf(
              "harrier: %s can't be written; this run is kept in %s%n",
              go.moduleRoot(), location.directory());
    }
    return new RunStore(location.directory(), go.moduleRoot());
  }

  private RunRecord header(GoToolchain go, RunDirectory directory) {
    return new RunRecord(
        directory.id(),
        Version.current(),
        new RunRecord.GoInstallation(go.version().toString(), go.goroot()),
        job.command(),
        surroundings.directory(),
        go.moduleRoot(),
        ProcessHandle.current().pid(),
        started,
        Optional.empty());
  }

  private RunReport test(
      GoToolchain go,
      Overlay overlay,
      List<MainModule> modules,
      Sifting sifting,
      RunDirectory directory,
      RunRecord header)
      throws ToolchainException, IOException {
    List<String> arguments = new ArrayList<>(job.packages());
    arguments.addAll(job.rest());
    TestRun run =
        new TestRun(
            go,
            overlay,
            new TestRequest(surroundings.directory(), arguments, job.flags(), directory.path()));
    ending.onRequest(run::cancel);
    PrintStream testOutput =
        output.claimsStandardOutput() ? surroundings.errors() : surroundings.output();
    TestResult result = run.run(testOutput, surroundings.errors());
    TraceReading reading = new TraceReading(modules, go.goroot(), job.buildFlags());
    List<AnalysisResult> results = new ArrayList<>();
    try (Progress progress = new Progress(surroundings)) {
      for (TestResult.TracedProcess process : result.processes()) {
        progress.say(
            "reading trace %d of %d".formatted(results.size() + 1, result.processes().size()));
        results.add(reading.read(process));
      }
    }
    List<Finding> findings =
        Folding.fold(results.stream().flatMap(r -> r.findings().stream()).toList());
    Sifting.Sifted sifted = sifting.sift(findings);
    RunRecord.Ending end = ending(result.outcome(), results, sifted.notes());
    return new RunReport(header.ended(end), sifted.kept());
  }

  private RunRecord.Ending ending(
      RunOutcome outcome, List<AnalysisResult> results, List<String> notes) {
    return new RunRecord.Ending(
        Duration.between(started, Instant.now()),
        outcome,
        Completenesses.join(results.stream().map(AnalysisResult::completeness).toList()),
        results.size(),
        results.stream().mapToLong(AnalysisResult::events).sum(),
        notes);
  }

  /** Shows the findings even if they can't be kept. */
  private ExitStatus report(RunStore store, RunDirectory directory, RunReport report)
      throws UserError, StoreException {
    Optional<StoreException> failure = keep(store, directory, report);
    boolean aside = job.json() && !output.claimsStandardOutput();
    output.write(
        report,
        surroundings,
        aside ? surroundings.errors() : surroundings.output(),
        aside ? surroundings.errorsIsTerminal() : surroundings.outputIsTerminal());
    if (failure.isPresent()) {
      throw failure.get();
    }
    return ExitStatus.of(report);
  }

  private static Optional<StoreException> keep(
      RunStore store, RunDirectory directory, RunReport report) {
    try {
      directory.save(report);
      store.finish(directory);
      return Optional.empty();
    } catch (StoreException e) {
      return Optional.of(e);
    }
  }
}

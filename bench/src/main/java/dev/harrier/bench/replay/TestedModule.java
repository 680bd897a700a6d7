package dev.harrier.bench.replay;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Techniques;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.LocalWorker;
import dev.harrier.explore.worker.Start;
import dev.harrier.explore.worker.StartNotes;
import dev.harrier.explore.worker.SymbolTables;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.report.words.Remarks;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.run.Runner;
import dev.harrier.tracing.table.Symbolizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A module whose tests are run one by one. */
public final class TestedModule {
  /** What is done with each test. */
  public interface Check {
    /**
     * @param started whose executions are processes of their own
     * @param copied whose executions are copies of one process, where that is possible
     */
    void test(Worker started, Worker copied, Target target) throws WorkerException;
  }

  private final Path work;
  private final Path directory;
  private final GoToolchain go;
  private final List<String> modules;
  private final SymbolTables symbols = new SymbolTables(TestedModule::symbols);

  /**
   * @param work a directory for all that is built and run
   */
  public TestedModule(Path work, Path directory) throws IOException, ToolchainException {
    this.work = work;
    this.directory = directory;
    this.go =
        Goroots.outsideModuleCache(
            GoToolchain.find(directory, System.getenv()), work.resolve("goroot"));
    this.modules = MainModule.of(go, directory).stream().map(MainModule::path).toList();
  }

  public GoToolchain go() {
    return go;
  }

  public Path directory() {
    return directory;
  }

  /** The paths of the module, and of those that are worked on with it. */
  public List<String> modules() {
    return modules;
  }

  /** Builds the tests of packages so, and has each of them checked. */
  public void check(
      GoBuild build, Map<String, String> environment, List<String> packages, Check check)
      throws IOException, ToolchainException, WorkerException {
    AnalysisContext context =
        new AnalysisContext(modules, go.goroot().toString(), SourceLines.none());
    try (Watch watch = new Watch()) {
      Path traces = Files.createTempDirectory(work, "traces");
      Preparation preparation =
          new Preparation(
              build,
              Files.createTempDirectory(work, "bin"),
              new Runner(List.of()),
              environment,
              watch);
      List<Target> targets =
          preparation.targets(packages, new Selection(false, "", "", List.of()), _ -> {});
      preparation.failures().forEach(System.err::println);
      StartNotes copies = new StartNotes(Start.FORK);
      try (Worker started =
              worker(traces.resolve("started"), context, watch, new StartNotes(Start.EXEC));
          Worker copied = worker(traces.resolve("copied"), context, watch, copies)) {
        for (Target target : targets) {
          check.test(started, copied, target);
        }
      }
      copies.remark().map(Remarks::of).ifPresent(notes -> notes.forEach(System.out::println));
    }
  }

  private Worker worker(Path traces, AnalysisContext context, Watch watch, StartNotes starts) {
    return new LocalWorker(traces, context, symbols, watch, Techniques.observed(), starts);
  }

  private static Symbolizer symbols(Path executable) {
    try {
      return GoSymbols.open(executable);
    } catch (IOException e) {
      return Symbolizer.NONE;
    }
  }
}

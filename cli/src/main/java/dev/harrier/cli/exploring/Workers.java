package dev.harrier.cli.exploring;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.PollLoops;
import dev.harrier.analysis.explain.SourceFiles;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.gocommand.SourceLoops;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Techniques;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.worker.LocalWorker;
import dev.harrier.explore.worker.Start;
import dev.harrier.explore.worker.StartNotes;
import dev.harrier.explore.worker.SymbolTables;
import dev.harrier.explore.worker.Worker;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.tracing.table.Symbolizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Makes the workers of a run. */
public final class Workers {
  private Workers() {}

  /** Each call of the result makes one, with a directory of its own below the run's. */
  public static Supplier<Worker> factory(
      Installation installation, RunDirectory directory, Watch watch) {
    return factory(
        installation,
        directory,
        watch,
        SourceNames.ofHere(),
        new StartNotes(Start.EXEC),
        List.of());
  }

  /**
   * The same, for programs that may have been built elsewhere.
   *
   * @param starts how executions are started
   * @param more what to record of each besides what the techniques learn from
   */
  public static Supplier<Worker> factory(
      Installation installation,
      RunDirectory directory,
      Watch watch,
      SourceNames names,
      StartNotes starts,
      List<Observation<?>> more) {
    return workers(
        installation,
        directory,
        watch,
        names,
        starts,
        Stream.concat(Techniques.observed().stream(), more.stream()).toList());
  }

  /**
   * As the first, for executions that are looked at for something else than what comes next.
   *
   * @param observed what to record of each
   */
  public static Supplier<Worker> factory(
      Installation installation,
      RunDirectory directory,
      Watch watch,
      List<Observation<?>> observed) {
    return workers(
        installation, directory, watch, SourceNames.ofHere(), new StartNotes(Start.EXEC), observed);
  }

  private static Supplier<Worker> workers(
      Installation installation,
      RunDirectory directory,
      Watch watch,
      SourceNames names,
      StartNotes starts,
      List<Observation<?>> observed) {
    SymbolTables symbols = new SymbolTables(path -> names.of(path, symbols(path)));
    PollLoops loops = SourceLoops.of(installation.go());
    AtomicInteger number = new AtomicInteger();
    return () ->
        new LocalWorker(
            directory.traces().resolve("worker" + number.incrementAndGet()),
            new AnalysisContext(
                installation.modules().stream().map(MainModule::path).toList(),
                installation.go().goroot().toString(),
                new SourceFiles(),
                loops),
            symbols,
            watch,
            observed,
            starts);
  }

  /** Of an executable; none if it can't be read. */
  public static Symbolizer symbols(Path executable) {
    try {
      return GoSymbols.open(executable);
    } catch (IOException e) {
      return Symbolizer.NONE;
    }
  }
}

package dev.harrier.bench.replay;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.replay.PlanReplay;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.LocalWorker;
import dev.harrier.explore.worker.SymbolTables;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.Runner;
import dev.harrier.tracing.decode.Symbolizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records runs and replays them from the plans of their choices, for every test of some packages,
 * every strategy, some seeds, and two settings of the collector; prints what differs and how many
 * are the same.
 */
public final class ReplayGate {
  private static final List<String> STRATEGIES =
      List.of("default", "random", "pct3", "pos", "yield2", "newest", "child", "slices", "places");

  /** In every other run timers expire early. */
  private static final int EARLY = 64;

  private static final Limits LIMITS = Limits.of(Duration.ofSeconds(10));
  private static final int LENGTH = 100;

  private long runs;
  private long same;
  private long interrupted;

  private ReplayGate() {}

  /**
   * Runs the gate.
   *
   * @param args the number of seeds, a module's directory, packages
   */
  public static void main(String[] args) throws IOException, ToolchainException, WorkerException {
    if (args.length < 3 || !args[0].matches("[1-9]\\d*")) {
      System.err.println("usage: bench/run gate SEEDS DIRECTORY PACKAGE...");
      System.exit(2);
    }
    ReplayGate gate = new ReplayGate();
    List<String> packages = List.of(args).subList(2, args.length);
    gate.run(Integer.parseInt(args[0]), Path.of(args[1]).toRealPath(), packages);
    System.out.printf(
        "%,d runs, %,d replayed the same, %,d interrupted by the watchdog%n",
        gate.runs, gate.same, gate.interrupted);
    System.exit(gate.same == gate.runs ? 0 : 1);
  }

  private void run(int seeds, Path module, List<String> packages)
      throws IOException, ToolchainException, WorkerException {
    Path work = Files.createTempDirectory("gate").toRealPath();
    GoToolchain go =
        Goroots.outsideModuleCache(
            GoToolchain.find(module, System.getenv()), work.resolve("goroot"));
    Overlay overlay = Overlay.prepare(go, work.resolve("overlays"));
    GoBuild build =
        new GoBuild(
            go,
            List.of(Instrumentation.atomics(overlay), Instrumentation.none(overlay)),
            module,
            List.of());
    List<String> modules = MainModule.of(go, module).stream().map(MainModule::path).toList();
    SymbolTables symbols = new SymbolTables(ReplayGate::symbols);
    try (Watch watch = new Watch()) {
      for (String gogc : List.of("", "10")) {
        Map<String, String> environment = new HashMap<>(go.environment());
        if (!gogc.isEmpty()) {
          environment.put("GOGC", gogc);
        }
        Preparation preparation =
            new Preparation(
                build, work.resolve("bin" + gogc), new Runner(List.of()), environment, watch);
        List<Target> targets =
            preparation.targets(packages, new Selection(false, "", "", List.of()), _ -> {});
        preparation.failures().forEach(System.err::println);
        AnalysisContext context =
            new AnalysisContext(modules, go.goroot().toString(), SourceLines.none());
        try (Worker worker = new LocalWorker(work.resolve("traces"), context, symbols, watch)) {
          for (Target target : targets) {
            check(worker, target, seeds, gogc);
          }
        }
      }
    }
  }

  private static Symbolizer symbols(Path executable) {
    try {
      return GoSymbols.open(executable);
    } catch (IOException e) {
      return Symbolizer.NONE;
    }
  }

  private void check(Worker worker, Target target, int seeds, String gogc) throws WorkerException {
    for (String name : STRATEGIES) {
      Strategy strategy = Strategy.parse(name).orElseThrow();
      List<String> differences = new ArrayList<>();
      for (int seed = 1; seed <= seeds; seed++) {
        int early = seed % 2 == 0 ? EARLY : 0;
        Schedule.Controlled schedule =
            new Schedule.Controlled(strategy, seed, LENGTH, early, Plan.EMPTY);
        PlanReplay replay =
            PlanReplay.of(worker, new Job(target, schedule, LIMITS, true), schedule);
        runs++;
        interrupted += replay.interrupted() ? 1 : 0;
        if (replay.isSame()) {
          same++;
        } else {
          differences.add(
              "  seed %d: %s, %d missed%s"
                  .formatted(
                      seed,
                      replay.divergence().map(Object::toString).orElse("no difference"),
                      replay.missed(),
                      replay.interrupted() ? ", interrupted by the watchdog" : ""));
        }
      }
      if (!differences.isEmpty()) {
        System.out.printf(
            "%s %s%s: %d of %d differ%n",
            target.shown(), name, gogc.isEmpty() ? "" : " GOGC=" + gogc, differences.size(), seeds);
        System.out.println(differences.getFirst());
      }
    }
  }
}

package dev.harrier.bench.replay;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.guide.AccessPointGuide;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.replay.PlanReplay;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Records runs and replays them from the plans of their choices, for every test of some packages,
 * every strategy, some seeds, and three ways to build and run them, in processes that are started
 * and in copies of one; prints what differs and how many are the same.
 */
public final class ReplayGate {
  private static final List<String> STRATEGIES =
      List.of("default", "random", "pct3", "pos", "yield2", "newest", "child", "slices", "places");

  /** In every other run timers expire early. */
  private static final int EARLY = 64;

  /** Of 1024 readings of the clock; in every third run computing takes time before so many. */
  private static final int COMPUTING = 512;

  /** In every second run. */
  private static final FaultShares FAULTS = new FaultShares(64, 64, 64);

  private static final Limits LIMITS = Limits.of(Duration.ofSeconds(10));
  private static final int LENGTH = 100;

  /** How many runs of a test look for data races before its accesses are scheduling points. */
  private static final int LOOKS = 3;

  /**
   * One way to build and run the tests.
   *
   * @param name as it is printed; "" for the usual one
   * @param build of the test binaries
   * @param environment of their processes
   */
  private record Setting(String name, GoBuild build, Map<String, String> environment) {}

  private final Path work;
  private long runs;
  private long same;
  private long interrupted;
  private long withPoints;

  private ReplayGate(Path work) {
    this.work = work;
  }

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
    ReplayGate gate = new ReplayGate(Files.createTempDirectory("gate").toRealPath());
    List<String> packages = List.of(args).subList(2, args.length);
    gate.run(Integer.parseInt(args[0]), Path.of(args[1]).toRealPath(), packages);
    System.out.printf(
        "%,d runs (%,d with accesses to memory as scheduling points), %,d replayed the same, %,d"
            + " interrupted by the watchdog%n",
        gate.runs, gate.withPoints, gate.same, gate.interrupted);
    System.exit(gate.same == gate.runs ? 0 : 1);
  }

  private void run(int seeds, Path module, List<String> packages)
      throws IOException, ToolchainException, WorkerException {
    TestedModule tested = new TestedModule(work, module);
    for (Setting setting : settings(tested)) {
      tested.check(
          setting.build(),
          setting.environment(),
          packages,
          (started, copied, target) -> check(List.of(started, copied), target, seeds, setting));
    }
  }

  private List<Setting> settings(TestedModule tested) throws IOException, ToolchainException {
    GoToolchain go = tested.go();
    Path module = tested.directory();
    Path overlays = work.resolve("overlays");
    Overlay usual = Overlay.prepare(go, overlays);
    GoBuild atomics =
        new GoBuild(
            go,
            List.of(Instrumentation.atomics(usual), Instrumentation.none(usual)),
            module,
            List.of());
    GoBuild races =
        new GoBuild(
            go,
            List.of(
                Instrumentation.racesIn(tested.modules(), Overlay.prepareForRaces(go, overlays))),
            module,
            List.of());
    Map<String, String> oftenCollected = new HashMap<>(go.environment());
    oftenCollected.put("GOGC", "10");
    return List.of(
        new Setting("", atomics, go.environment()),
        new Setting("GOGC=10", atomics, oftenCollected),
        new Setting("races", races, go.environment()));
  }

  private void check(List<Worker> workers, Target target, int seeds, Setting setting)
      throws WorkerException {
    Plan points = accessPoints(workers.getFirst(), target);
    for (String name : STRATEGIES) {
      Strategy strategy = Strategy.parse(name).orElseThrow();
      List<String> differences = new ArrayList<>();
      for (int seed = 1; seed <= seeds; seed++) {
        int early = seed % 2 == 0 ? EARLY : 0;
        Schedule.Controlled schedule =
            new Schedule.Controlled(strategy, seed, LENGTH, early, points)
                .computing(seed % 3 == 0 ? COMPUTING : 0)
                .faults(seed % 2 == 1 ? FAULTS : FaultShares.NONE);
        // One of the two records, in turn, and both replay.
        for (Worker player : workers) {
          PlanReplay replay =
              PlanReplay.of(workers.get(seed / 2 % 2), player, job(target, schedule), schedule);
          runs++;
          withPoints += points.isEmpty() ? 0 : 1;
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
      }
      if (!differences.isEmpty()) {
        System.out.printf(
            "%s %s %s: %d of %d differ%n",
            target.shown(), name, setting.name(), differences.size(), seeds * workers.size());
        System.out.println(differences.getFirst());
      }
    }
  }

  private static Job job(Target target, Schedule schedule) {
    return new Job(target, schedule, LIMITS, Detail.WORDS);
  }

  /** The accesses that a few runs show to race; none where races are not looked for. */
  private static Plan accessPoints(Worker worker, Target target) throws WorkerException {
    Set<SymbolOffset> racing = new TreeSet<>();
    for (int seed = 1; seed <= LOOKS; seed++) {
      Schedule look =
          new Schedule.Controlled(
              Strategy.Kind.RANDOM_WALK.strategy(), seed, LENGTH, 0, Plan.EMPTY);
      racing.addAll(worker.run(job(target, look)).observations().of(AccessPointGuide.RACING));
    }
    return new Plan(racing.stream().<PlanEntry>map(PlanEntry.AccessPoint::new).toList());
  }
}

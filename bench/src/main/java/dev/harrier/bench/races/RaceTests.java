package dev.harrier.bench.races;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.TestNames;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.execute.WrongArgumentException;
import dev.harrier.explore.loop.Techniques;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.LocalWorker;
import dev.harrier.explore.worker.SymbolTables;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Finding;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.Runner;
import dev.harrier.tracing.table.Symbolizer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs each test of {@code runtime/race/testdata} alone, under schedule after schedule. */
public final class RaceTests {
  /** What go calls a package whose files are named one by one. */
  private static final String PACKAGE = "command-line-arguments";

  private static final List<String> STRATEGIES = List.of("random", "pct3", "pos", "default");
  private static final Limits LIMITS = Limits.of(Duration.ofSeconds(20));
  private static final int LENGTH = 100;
  private static final String RULE = "data-race";

  private final int executions;
  private final Set<String> ofAll = new HashSet<>();
  private int racy;
  private int told;
  private int atOnce;
  private int clean;
  private int silent;

  private RaceTests(int executions) {
    this.executions = executions;
  }

  /**
   * Runs the tests.
   *
   * @param args the number of executions, and where accesses are looked at
   */
  public static void main(String[] args)
      throws IOException,
          InterruptedException,
          ToolchainException,
          WrongArgumentException,
          WorkerException {
    String count = args.length > 0 ? args[0] : "20";
    String where = args.length > 1 ? args[1] : "packages";
    if (!count.matches("[1-9]\\d*") || !where.matches("packages|all")) {
      System.err.println("usage: bench/run races [EXECUTIONS [packages|all]]");
      System.exit(2);
    }
    RaceTests tests = new RaceTests(Integer.parseInt(count));
    tests.run(where.equals("all"));
    System.out.printf(
        "%d of %d races told, %d in the first execution; %d of %d tests without one silent%n",
        tests.told, tests.racy, tests.atOnce, tests.silent, tests.clean);
    System.exit(tests.told == tests.racy && tests.silent == tests.clean ? 0 : 1);
  }

  private void run(boolean all)
      throws IOException,
          InterruptedException,
          ToolchainException,
          WrongArgumentException,
          WorkerException {
    Path work = Files.createTempDirectory("races").toRealPath();
    GoToolchain here = GoToolchain.installed(work, System.getenv());
    GoToolchain go = Goroots.outsideModuleCache(here, work.resolve("goroot"));
    Overlay overlay = Overlay.prepareForRaces(go, work.resolve("overlays"));
    Program program =
        build(
            go,
            all
                ? Instrumentation.racesInAll(overlay)
                : Instrumentation.racesIn(List.of(PACKAGE), overlay),
            work.resolve("race.test"));
    AnalysisContext context =
        new AnalysisContext(List.of(PACKAGE), go.goroot().toString(), SourceLines.none());
    try (Watch watch = new Watch();
        Worker worker =
            new LocalWorker(
                work.resolve("traces"),
                context,
                new SymbolTables(RaceTests::symbols),
                watch,
                Techniques.observed())) {
      List<Target.OneTest> tests =
          TestNames.of(program, "^Test(No)?Race", List.of(), work.resolve("list"), LIMITS, watch)
              .stream()
              .map(name -> new Target.OneTest(program, name, "", List.of()))
              .toList();
      ofAll.addAll(initial(worker, tests));
      for (Target.OneTest test : tests) {
        judge(worker, test);
      }
    }
  }

  private static Program build(GoToolchain go, Instrumentation added, Path executable)
      throws IOException, InterruptedException, ToolchainException {
    Path directory = go.goroot().resolve("src/runtime/race/testdata");
    List<String> command =
        new ArrayList<>(
            List.of(
                go.command().toString(),
                "test",
                "-c",
                "-vet=off",
                "-overlay=" + added.overlay().json(),
                "-o=" + executable));
    command.addAll(added.flags());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*_test.go")) {
      files.forEach(file -> command.add(String.valueOf(file.getFileName())));
    }
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).inheritIO();
    builder.environment().putAll(go.environment());
    if (builder.start().waitFor() != 0) {
      throw new IOException("the tests of Go's race detector do not build");
    }
    return new Program(
        PACKAGE, executable, Runner.of(go, List.of()), directory, "", go.environment());
  }

  private static Symbolizer symbols(Path executable) {
    try {
      return GoSymbols.open(executable);
    } catch (IOException e) {
      return Symbolizer.NONE;
    }
  }

  /**
   * The initialization of that package has a race, too, which every execution shows: what two tests
   * without a race show alike.
   */
  private static Set<String> initial(Worker worker, List<Target.OneTest> tests)
      throws WorkerException {
    List<Target.OneTest> some = tests.stream().filter(t -> !hasRace(t)).limit(2).toList();
    Set<String> shown = new HashSet<>(fingerprints(worker, some.getFirst()));
    shown.retainAll(fingerprints(worker, some.getLast()));
    return shown;
  }

  private static List<String> fingerprints(Worker worker, Target.OneTest test)
      throws WorkerException {
    return worker.run(new Job(test, schedule(0), LIMITS, Detail.FINDINGS)).findings().stream()
        .map(Finding::fingerprint)
        .toList();
  }

  private static boolean hasRace(Target.OneTest test) {
    return !test.name().startsWith("TestNoRace");
  }

  private static Schedule schedule(int number) {
    Strategy strategy = Strategy.parse(STRATEGIES.get(number % STRATEGIES.size())).orElseThrow();
    return new Schedule.Controlled(strategy, number, LENGTH, 0, Plan.EMPTY);
  }

  private void judge(Worker worker, Target.OneTest test) {
    boolean hasRace = hasRace(test);
    int first = firstReported(worker, test);
    if (hasRace) {
      racy++;
      told += first > 0 ? 1 : 0;
      atOnce += first == 1 ? 1 : 0;
    } else {
      clean++;
      silent += first == 0 ? 1 : 0;
    }
    if (hasRace != first > 0) {
      System.out.printf(
          "%s: %s%n",
          test.name(), hasRace ? "no race in any execution" : "a race in execution " + first);
    }
  }

  /** In which execution a race was reported that not all tests show; 0: in none. */
  private int firstReported(Worker worker, Target.OneTest test) {
    for (int i = 1; i <= executions; i++) {
      try {
        if (worker.run(new Job(test, schedule(i), LIMITS, Detail.FINDINGS)).findings().stream()
            .anyMatch(f -> f.rule().id().equals(RULE) && !ofAll.contains(f.fingerprint()))) {
          return i;
        }
      } catch (WorkerException e) {
        System.out.printf("%s: %s%n", test.name(), e.getMessage());
      }
    }
    return 0;
  }
}

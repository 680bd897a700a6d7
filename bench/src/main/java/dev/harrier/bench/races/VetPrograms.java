package dev.harrier.bench.races;

import dev.harrier.bench.process.HarrierRun;
import dev.harrier.bench.process.ModuleCopy;
import dev.harrier.bench.races.FunctionTests.Outcome;
import dev.harrier.bench.races.WantedLine.Strength;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.report.SourcePaths;
import dev.harrier.vet.load.VetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Runs the programs of {@code harrier vet} under {@code harrier fuzz} with race detection, each of
 * their functions called by a generated test. Of the buggy programs, it counts which lines that vet
 * reports a race at are a place of a race that happened; of the fixed ones, it lists every race,
 * for there should be none.
 */
public final class VetPrograms {
  private static final String BUG = "bug";
  private static final String FIXED = "fixed";
  private static final String TIME = "2h";
  private static final Duration LIMIT = Duration.ofHours(3);

  private final Path copy;
  private final SourcePaths paths;
  private final List<GoFunction> functions;
  private final List<WantedLine> wanted;
  private final Map<GoFunction, Outcome> outcomes = new HashMap<>();
  private final List<Finding> races = new ArrayList<>();

  private VetPrograms(Path copy) throws IOException {
    this.copy = copy;
    this.paths = new SourcePaths(copy);
    try (Stream<Path> all = Files.walk(copy.resolve("vet"))) {
      List<Path> files = all.filter(f -> f.toString().endsWith(".go")).sorted().toList();
      this.functions = GoFunction.in(files);
      this.wanted = WantedLine.in(files);
    }
  }

  /**
   * Runs them.
   *
   * @param args how many executions of each test; 5 if that is not said
   */
  public static void main(String[] args) throws IOException, InterruptedException, VetException {
    String executions = args.length > 0 ? args[0] : "5";
    if (args.length > 1 || !executions.matches("[1-9]\\d*")) {
      System.err.println("usage: bench/run vetraces [EXECUTIONS]");
      System.exit(2);
    }
    VetPrograms programs =
        new VetPrograms(ModuleCopy.of(HarrierRun.launcher().resolveSibling("programs")));
    System.err.println("the programs and the generated tests are in " + programs.copy);
    Path errgroup = programs.copy.resolve("vet/errgroup");
    programs.run(programs.copy, "./vet/...", executions, f -> !f.file().startsWith(errgroup));
    programs.run(errgroup, "./...", executions, f -> f.file().startsWith(errgroup));
    programs.printTests();
    programs.printWanted();
    System.exit(programs.printFixed() ? 0 : 1);
  }

  /** The programs of one module. */
  private void run(Path module, String pattern, String executions, Predicate<GoFunction> isIn)
      throws IOException, InterruptedException, VetException {
    outcomes.putAll(
        FunctionTests.write(
            module,
            pattern,
            functions.stream().filter(isIn).filter(f -> !f.isInTestFile()).toList()));
    HarrierRun run =
        HarrierRun.fuzz(
            module,
            LIMIT,
            "--fresh",
            "--seed=1",
            "--per-test=" + executions,
            "--time=" + TIME,
            "--minimize=0",
            "--without=coverage,systematic",
            "--fail-on=never",
            pattern);
    System.err.printf("harrier fuzz %s: status %d%n", pattern, run.result().status());
    System.err.print(run.result().output());
    run.findings().stream().filter(f -> f.defect() instanceof Defect.Race).forEach(races::add);
  }

  private void printTests() {
    System.out.println("| programs | functions | generated tests | refused | not compiling |");
    System.out.println("|---|---|---|---|---|");
    for (String kind : List.of(BUG, FIXED)) {
      List<Outcome> those =
          outcomes.entrySet().stream()
              .filter(e -> isIn(e.getKey().file(), kind))
              .map(Map.Entry::getValue)
              .toList();
      System.out.printf(
          "| %s | %d | %d | %d | %d |%n",
          kind,
          those.size(),
          count(those, Outcome.GENERATED::equals),
          count(those, Outcome.REFUSED::equals),
          count(those, Outcome.NOT_COMPILING::equals));
    }
  }

  private void printWanted() {
    List<WantedLine> ofBugs = wanted.stream().filter(w -> isIn(w.file(), BUG)).toList();
    System.out.println();
    System.out.println("| vet | lines | in a function that a test calls | a race happened |");
    System.out.println("|---|---|---|---|");
    for (Strength strength : Strength.values()) {
      print(strength.words(), ofBugs.stream().filter(w -> w.strength() == strength).toList());
    }
    print("all", ofBugs);
    System.out.println();
    System.out.println("| no race happened at | vet | does a test call its function |");
    System.out.println("|---|---|---|");
    for (WantedLine line : ofBugs) {
      if (!isTold(line)) {
        System.out.printf(
            "| %s:%d | %s | %s |%n",
            paths.shown(line.file().toString()),
            line.line(),
            line.strength().words(),
            isCalled(line) ? "yes" : "no");
      }
    }
  }

  private void print(String name, List<WantedLine> lines) {
    System.out.printf(
        "| %s | %d | %d | %d |%n",
        name, lines.size(), count(lines, this::isCalled), count(lines, this::isTold));
  }

  private static <T> long count(List<T> list, Predicate<T> what) {
    return list.stream().filter(what).count();
  }

  private boolean isCalled(WantedLine line) {
    return GoFunction.around(line.file(), line.line(), functions)
        .filter(f -> f.isTest() || outcomes.get(f) == Outcome.GENERATED)
        .isPresent();
  }

  private boolean isTold(WantedLine line) {
    return races.stream().flatMap(VetPrograms::places).anyMatch(line::isAt);
  }

  /** Lists the races of the fixed programs; whether there is none. */
  private boolean printFixed() {
    Map<String, TreeSet<String>> byPlace = new TreeMap<>();
    for (Finding race : races) {
      if (places(race).anyMatch(at -> isIn(Path.of(at.file()), FIXED))) {
        byPlace.computeIfAbsent(described(race), _ -> new TreeSet<>()).add(race.test());
      }
    }
    System.out.println();
    System.out.println("| race in a fixed program | vet | test |");
    System.out.println("|---|---|---|");
    byPlace.forEach(
        (place, tests) -> System.out.printf("| %s | %s |%n", place, String.join(", ", tests)));
    return byPlace.isEmpty();
  }

  private String described(Finding race) {
    List<Location> at = places(race).toList();
    String vet =
        wanted.stream()
            .filter(w -> at.stream().anyMatch(w::isAt))
            .map(w -> w.strength().words())
            .findFirst()
            .orElse("silent");
    String first = paths.shown(at.getFirst().file());
    String second = paths.shown(at.getLast().file());
    return "%s:%d, %s%d | %s"
        .formatted(
            first,
            at.getFirst().line(),
            second.equals(first) ? "" : second + ":",
            at.getLast().line(),
            vet);
  }

  private static Stream<Location> places(Finding race) {
    return race.defect() instanceof Defect.Race(_, var first, var second, _)
        ? Stream.of(first.at(), second.at())
        : Stream.empty();
  }

  private boolean isIn(Path file, String kind) {
    return file.startsWith(copy)
        && StreamSupport.stream(copy.relativize(file).spliterator(), false)
            .anyMatch(name -> name.endsWith(kind));
  }
}

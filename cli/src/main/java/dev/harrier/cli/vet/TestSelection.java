package dev.harrier.cli.vet;

import dev.harrier.model.finding.Finding;
import dev.harrier.vet.WaysToRun;
import dev.harrier.vet.ssa.TestFunction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which tests are run for static reports, by what the call graph says: those that may run both
 * accesses, of the report's own package if it has any, else of other packages; all tests of the
 * report's package if no test is known to.
 */
final class TestSelection {
  /** Long enough, and with enough goroutines, for those of a benchmark to meet. */
  private static final List<String> BENCHMARKED = List.of("-benchtime=100ms", "-cpu=4");

  private final Map<String, List<TestFunction>> byReport = new LinkedHashMap<>();
  private final Set<String> whole = new TreeSet<>();

  /**
   * One run of {@code go test}.
   *
   * @param tests the names of the tests, of whichever of the packages; all if empty
   * @param rounds how often each of them runs
   */
  record Batch(Set<String> packages, Set<String> tests, int rounds) {
    /** Of these tests, and others of the same names in each other's packages. */
    static Batch of(Collection<TestFunction> tests, int rounds) {
      return new Batch(
          sorted(tests.stream().map(TestFunction::packagePath).toList()),
          sorted(tests.stream().map(TestFunction::name).toList()),
          rounds);
    }

    /** What {@code go test} is to be told to run these tests. */
    List<String> flags() {
      if (tests.isEmpty()) {
        return List.of();
      }
      List<String> benchmarks = tests.stream().filter(Batch::isBenchmark).toList();
      List<String> others = tests.stream().filter(name -> !isBenchmark(name)).toList();
      List<String> flags = new ArrayList<>(List.of("-run=" + any(others)));
      if (!benchmarks.isEmpty()) {
        flags.add("-bench=" + any(benchmarks));
        flags.addAll(BENCHMARKED);
      }
      return flags;
    }

    private static boolean isBenchmark(String name) {
      return name.startsWith("Benchmark");
    }

    private static String any(List<String> names) {
      return "^(" + String.join("|", names) + ")$";
    }
  }

  /**
   * @param ways to run both accesses of a report, by its fingerprint
   */
  TestSelection(List<Finding> reports, Map<String, WaysToRun> ways) {
    for (Finding report : reports) {
      String own = packageOf(report);
      List<TestFunction> all =
          Optional.ofNullable(ways.get(report.fingerprint()))
              .map(WaysToRun::tests)
              .orElse(List.of());
      List<TestFunction> near = all.stream().filter(t -> t.packagePath().equals(own)).toList();
      select(report, near.isEmpty() ? all : near);
    }
  }

  private TestSelection() {}

  private void select(Finding report, List<TestFunction> tests) {
    String own = packageOf(report);
    byReport.put(report.fingerprint(), tests);
    if (tests.isEmpty() && !own.isEmpty()) {
      whole.add(own);
    }
  }

  /**
   * What is left to be run for some of the reports when those tests ran that are known to run their
   * lines. All of a package is not run for reports that have such a test.
   *
   * @param ran which tests these were; none for a report that has none
   */
  TestSelection after(List<Finding> reports, Function<Finding, List<TestFunction>> ran) {
    TestSelection rest = new TestSelection();
    for (Finding report : reports) {
      List<TestFunction> done = ran.apply(report);
      List<TestFunction> left = named(report).stream().filter(t -> !done.contains(t)).toList();
      if (done.isEmpty() || !left.isEmpty()) {
        rest.select(report, left);
      }
    }
    return rest;
  }

  /** The package whose tests are beside the report: tests in {@code package p_test} are p's. */
  static String packageOf(Finding report) {
    String path = report.location().packagePath();
    String external = "_test";
    return path.endsWith(external) && report.location().inTests()
        ? path.substring(0, path.length() - external.length())
        : path;
  }

  /** The tests that are run for a report; none if all of its package are. */
  List<TestFunction> named(Finding report) {
    return byReport.getOrDefault(report.fingerprint(), List.of());
  }

  /** Whether a run has tests of a report. */
  boolean isIn(Finding report, Batch batch) {
    if (!byReport.containsKey(report.fingerprint())) {
      return false;
    }
    List<TestFunction> tests = named(report);
    return tests.isEmpty()
        ? batch.tests().isEmpty() && batch.packages().contains(packageOf(report))
        : tests.stream()
            .anyMatch(t ->
                batch.packages().contains(t.packagePath())
                    && (batch.tests().isEmpty() || batch.tests().contains(t.name())));
  }

  /** The runs: one for all that is selected, one for the packages that are run whole. */
  List<Batch> batches() {
    List<TestFunction> selected =
        selected().stream().filter(t -> !whole.contains(t.packagePath())).toList();
    List<Batch> batches = new ArrayList<>();
    if (!selected.isEmpty()) {
      batches.add(Batch.of(selected, RaceRuns.ROUNDS));
    }
    if (!whole.isEmpty()) {
      batches.add(new Batch(whole, Set.of(), RaceRuns.ROUNDS));
    }
    return batches;
  }

  private List<TestFunction> selected() {
    return byReport.values().stream().flatMap(List::stream).distinct().toList();
  }

  private static Set<String> sorted(Collection<String> words) {
    return words.stream().collect(Collectors.toCollection(TreeSet::new));
  }

  /** What is run, in words. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    int selected = selected().size();
    if (selected > 0) {
      parts.add(
          selected == 1
              ? "the test that may run both accesses of one"
              : "the %d tests that may run both accesses of one".formatted(selected));
    }
    if (!whole.isEmpty()) {
      parts.add(
          "all tests of "
              + (whole.size() == 1
                  ? whole.iterator().next()
                  : "%d packages".formatted(whole.size())));
    }
    return String.join(", and ", parts);
  }
}

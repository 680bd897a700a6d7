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
import java.util.stream.Collectors;

/**
 * Which tests are run for static reports: those that may run both accesses, of the report's own
 * package if it has any, else of other packages; all tests of the report's package if no test is
 * known to.
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
   */
  record Batch(Set<String> packages, Set<String> tests) {
    /** What {@code go test} is to be told. */
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
      List<TestFunction> chosen = near.isEmpty() ? all : near;
      byReport.put(report.fingerprint(), chosen);
      if (chosen.isEmpty() && !own.isEmpty()) {
        whole.add(own);
      }
    }
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
  List<String> of(Finding report) {
    return byReport.getOrDefault(report.fingerprint(), List.of()).stream()
        .map(TestFunction::name)
        .distinct()
        .toList();
  }

  /** Whether a run has tests of a report. */
  boolean isIn(Finding report, Batch batch) {
    List<TestFunction> tests = byReport.getOrDefault(report.fingerprint(), List.of());
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
      batches.add(
          new Batch(
              sorted(selected.stream().map(TestFunction::packagePath).toList()),
              sorted(selected.stream().map(TestFunction::name).toList())));
    }
    if (!whole.isEmpty()) {
      batches.add(new Batch(whole, Set.of()));
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

package dev.harrier.cli.vet;

import dev.harrier.model.finding.Finding;
import dev.harrier.vet.WaysToRun;
import dev.harrier.vet.ssa.TestFunction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which tests are explored for static reports, by what the call graph says: those that may run both
 * accesses, of the report's own package if it has any, else of other packages; all tests of the
 * report's package if no test is known to.
 */
final class TestSelection {
  private final Map<Finding, TestSet> byReport = new LinkedHashMap<>();

  /**
   * @param ways to run both accesses of a report, by its fingerprint
   */
  TestSelection(List<Finding> reports, Map<String, WaysToRun> ways) {
    for (Finding report : reports) {
      String own = packageOf(report);
      List<TestFunction> all =
          Optional.ofNullable(ways.get(report.fingerprint()))
              .map(WaysToRun::tests)
              .orElse(List.of())
              .stream()
              .filter(test -> !test.isBenchmark())
              .toList();
      List<TestFunction> near = all.stream().filter(t -> t.packagePath().equals(own)).toList();
      select(report, near.isEmpty() ? all : near);
    }
  }

  private TestSelection() {}

  /** These tests for each report; a report without any is left out. */
  static TestSelection only(List<Finding> reports, Function<Finding, List<TestFunction>> testsOf) {
    TestSelection only = new TestSelection();
    for (Finding report : reports) {
      List<TestFunction> tests = testsOf.apply(report);
      if (!tests.isEmpty()) {
        only.select(report, tests);
      }
    }
    return only;
  }

  private void select(Finding report, List<TestFunction> tests) {
    TestSet selected = tests.isEmpty() ? TestSet.ofPackage(packageOf(report)) : TestSet.of(tests);
    if (!selected.packages().isEmpty()) {
      byReport.put(report, selected);
    }
  }

  /**
   * What is left to be explored for some of the reports when those tests were that are known to run
   * their lines. All of a package is not explored for reports that have such a test.
   *
   * @param explored which tests these were; none for a report that has none
   */
  TestSelection after(List<Finding> reports, Function<Finding, List<TestFunction>> explored) {
    TestSelection rest = new TestSelection();
    for (Finding report : reports) {
      List<TestFunction> done = explored.apply(report);
      List<TestFunction> left = named(report).stream().filter(t -> !done.contains(t)).toList();
      if (done.isEmpty() || !left.isEmpty()) {
        rest.select(report, left);
      }
    }
    return rest;
  }

  /** The package whose tests are next to the report: tests in {@code package p_test} are p's. */
  static String packageOf(Finding report) {
    String path = report.location().packagePath();
    String external = "_test";
    return path.endsWith(external) && report.location().inTests()
        ? path.substring(0, path.length() - external.length())
        : path;
  }

  /** The tests that are selected for a report; none if all of its package are. */
  List<TestFunction> named(Finding report) {
    return Optional.ofNullable(byReport.get(report)).map(TestSet::named).orElse(List.of());
  }

  /** The reports that have tests, those with the same tests together. */
  Map<TestSet, List<Finding>> groups() {
    return byReport.keySet().stream()
        .collect(
            Collectors.groupingBy(
                report -> byReport.getOrDefault(report, TestSet.of(List.of())),
                LinkedHashMap::new,
                Collectors.toList()));
  }
}

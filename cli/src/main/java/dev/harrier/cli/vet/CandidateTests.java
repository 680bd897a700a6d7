package dev.harrier.cli.vet;

import dev.harrier.model.finding.Finding;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.vet.ssa.TestFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which tests are asked whether they run both accesses of a report: those that the call graph
 * names. If it names none, those of the report's package, then of the packages that import it, and
 * so forth, for a test may reach the accesses in ways that no call graph follows.
 */
final class CandidateTests {
  /** Runs the tests; not a test itself. */
  private static final String MAIN = "TestMain";

  private final TestSelection named;
  private final Map<String, GoPackage> packages;
  private final Map<String, List<TestFunction>> byReport = new HashMap<>();

  /**
   * @param packages of the user's modules
   */
  CandidateTests(TestSelection named, List<GoPackage> packages) {
    this.named = named;
    this.packages =
        packages.stream()
            .collect(Collectors.toMap(GoPackage::importPath, Function.identity(), (one, _) -> one));
  }

  /** Those of a report, the nearest first. */
  List<TestFunction> of(Finding report) {
    return byReport.computeIfAbsent(report.fingerprint(), _ -> candidates(report));
  }

  private List<TestFunction> candidates(Finding report) {
    List<TestFunction> byCallGraph = named.named(report);
    return byCallGraph.isEmpty()
        ? near(TestSelection.packageOf(report)).stream().flatMap(p -> tests(p).stream()).toList()
        : byCallGraph;
  }

  /** Those that are run for a report whether they reach its accesses or not. */
  List<TestFunction> run(Finding report) {
    List<TestFunction> byCallGraph = named.named(report);
    return byCallGraph.isEmpty() ? beside(report) : byCallGraph;
  }

  private List<TestFunction> beside(Finding report) {
    GoPackage own = packages.get(TestSelection.packageOf(report));
    return own == null ? List.of() : tests(own);
  }

  /** A package, those that import it, those that import these. */
  private List<GoPackage> near(String start) {
    Set<String> found = new LinkedHashSet<>(Set.of(start));
    List<String> latest = List.of(start);
    while (!latest.isEmpty()) {
      List<String> imported = latest;
      latest =
          packages.values().stream()
              .filter(p -> p.imports().stream().anyMatch(imported::contains))
              .map(GoPackage::importPath)
              .filter(path -> !found.contains(path))
              .sorted()
              .toList();
      found.addAll(latest);
    }
    List<GoPackage> near = new ArrayList<>();
    found.stream().filter(packages::containsKey).forEach(path -> near.add(packages.get(path)));
    return near;
  }

  private static List<TestFunction> tests(GoPackage one) {
    return one.tests().stream()
        .filter(name -> !name.equals(MAIN))
        .map(name -> new TestFunction(one.importPath(), name))
        .toList();
  }
}

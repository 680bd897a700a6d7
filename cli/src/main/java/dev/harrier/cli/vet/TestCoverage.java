package dev.harrier.cli.vet;

import dev.harrier.cli.exploring.AccessPair;
import dev.harrier.cli.exploring.ReachedLines;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.vet.ssa.TestFunction;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which of the reported places each of some tests runs, when it runs alone. */
final class TestCoverage {
  /** Those of a test that did not reach its end are not known. */
  private final Map<TestFunction, Optional<ReachedLines>> tests = new LinkedHashMap<>();

  /** Notes what a test ran; nothing if it did not live to write it. */
  void add(TestFunction test, Optional<ReachedLines> lines) {
    tests.put(test, lines);
  }

  /** How many tests there are. */
  int size() {
    return tests.size();
  }

  /** Whether it is known of each of these what it runs. */
  boolean isKnownOf(Collection<TestFunction> some) {
    return some.stream().allMatch(t -> tests.getOrDefault(t, Optional.empty()).isPresent());
  }

  /** Whether any of these tests runs a place; nothing if that was not measured. */
  Optional<Boolean> isReached(Location place, Collection<TestFunction> by) {
    return by.stream()
        .flatMap(test -> tests.getOrDefault(test, Optional.empty()).stream())
        .flatMap(lines -> lines.isReached(place).stream())
        .reduce(Boolean::logicalOr);
  }

  /**
   * The tests that run both accesses of a report, as far as that can be measured: of an access in a
   * test file it can't, and of two such nothing is known.
   */
  List<TestFunction> reaching(Finding report, Collection<TestFunction> candidates) {
    return candidates.stream()
        .filter(test -> AccessPair.of(report).stream().anyMatch(pair -> runs(test, pair)))
        .toList();
  }

  /** Whether it is measured, too, that both accesses of one pair are run by each of these. */
  boolean isCertain(Finding report, Collection<TestFunction> reaching) {
    return reaching.stream()
        .allMatch(test ->
            AccessPair.of(report).stream()
                .anyMatch(pair -> pair.measured().equals(pair.places()) && runs(test, pair)));
  }

  private boolean runs(TestFunction test, AccessPair pair) {
    return !pair.measured().isEmpty()
        && pair.measured().stream().allMatch(at -> isReached(at, List.of(test)).orElse(false));
  }
}

package dev.harrier.cli.vet;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.vet.ssa.TestFunction;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which of the reported places each of some tests runs, when it runs alone. */
final class TestCoverage {
  /**
   * What one test did.
   *
   * @param lines that it ran; those of a test that did not come to its end are not known
   */
  private record Alone(Optional<ReachedLines> lines, Duration took) {}

  private final Map<TestFunction, Alone> tests = new LinkedHashMap<>();

  /** Notes what a test ran; nothing if it did not live to tell it. */
  void add(TestFunction test, Optional<ReachedLines> lines, Duration took) {
    tests.put(test, new Alone(lines, took));
  }

  /** How many tests there are. */
  int size() {
    return tests.size();
  }

  /** Whether it is known of each of these what it runs. */
  boolean isKnownOf(Collection<TestFunction> some) {
    return some.stream().allMatch(t -> tests.containsKey(t) && tests.get(t).lines().isPresent());
  }

  /** Whether any of these tests runs a place; nothing if that was not measured. */
  Optional<Boolean> isReached(Location place, Collection<TestFunction> by) {
    return by.stream()
        .flatMap(test -> Optional.ofNullable(tests.get(test)).stream())
        .flatMap(alone -> alone.lines().stream())
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

  /** How long these took, one after the other. */
  Duration took(Collection<TestFunction> some) {
    return some.stream()
        .flatMap(test -> Optional.ofNullable(tests.get(test)).stream())
        .map(Alone::took)
        .reduce(Duration.ZERO, Duration::plus);
  }
}

package dev.harrier.cli.vet;

import dev.harrier.analysis.engine.Folding;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.toolchain.run.TestResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which lines raced in several runs with the race detector, and how these ended. */
final class ShownRaces {
  private final Map<Set<Place>, Finding> races = new HashMap<>();
  private final List<TestResult> results = new ArrayList<>();

  /** A line with an access. */
  private record Place(String file, int line) {}

  /** Takes in one run, with all that was found in it. */
  void add(TestResult result, List<Finding> findings) {
    results.add(result);
    for (Finding finding : Folding.fold(findings)) {
      if (finding.defect() instanceof Defect.Race race) {
        races.putIfAbsent(places(new AccessPair(race.first(), race.second())), finding);
      }
    }
  }

  /** A race at the two lines of the report, or at those of another pair that it lists. */
  Optional<Finding> showing(Finding report) {
    return AccessPair.of(report).stream()
        .map(ShownRaces::places)
        .filter(races::containsKey)
        .map(races::get)
        .findFirst();
  }

  /** Whether any test ran at all. */
  boolean isAnyProcess() {
    return results.stream().anyMatch(r -> !r.processes().isEmpty());
  }

  /** Whether all tests ran, and passed. */
  boolean isAllWell() {
    return results.stream().allMatch(r -> r.outcome() instanceof RunOutcome.Passed);
  }

  /** Why tests could not be run. */
  Optional<String> complaint() {
    return results.stream()
        .map(TestResult::outcome)
        .filter(RunOutcome.TargetFailed.class::isInstance)
        .map(RunOutcome.TargetFailed.class::cast)
        .map(RunOutcome.TargetFailed::detail)
        .findFirst();
  }

  private static Set<Place> places(AccessPair pair) {
    return pair.places().stream()
        .map(at -> new Place(at.file(), at.line()))
        .collect(Collectors.toUnmodifiableSet());
  }
}

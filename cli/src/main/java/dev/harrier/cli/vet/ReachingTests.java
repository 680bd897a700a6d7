package dev.harrier.cli.vet;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.report.words.Names;
import dev.harrier.vet.ssa.TestFunction;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tests that run the accesses of reports, as {@link CoverageRuns} saw them do: they are run
 * first, and more often than others.
 */
final class ReachingTests {
  private static final int MOST_ROUNDS = 10;

  private final CandidateTests candidates;
  private final TestCoverage coverage;
  private final Map<String, List<TestFunction>> byReport = new HashMap<>();
  private final Set<TestFunction> open = new LinkedHashSet<>();
  private final Optional<String> note;
  private final int shown;
  private final int rounds;

  /**
   * @param seen what raced in the coverage runs already
   * @param time for all rounds together
   * @param note that not everything was measured, and why
   */
  ReachingTests(
      List<Finding> reports,
      CandidateTests candidates,
      TestCoverage coverage,
      ShownRaces seen,
      Duration time,
      Optional<String> note) {
    this.note = note;
    this.candidates = candidates;
    this.coverage = coverage;
    for (Finding report : reports) {
      List<TestFunction> reaching = coverage.reaching(report, candidates.of(report));
      byReport.put(report.fingerprint(), reaching);
      if (seen.showing(report).isEmpty()) {
        open.addAll(reaching);
      }
    }
    shown = (int) reports.stream().filter(f -> seen.showing(f).isPresent()).count();
    rounds =
        Math.clamp(
            time.toMillis() / Math.max(1, coverage.took(open).toMillis()),
            RaceRuns.ROUNDS,
            MOST_ROUNDS);
  }

  /** Those that run both accesses of a report, or the one of the two that can be measured. */
  List<TestFunction> of(Finding report) {
    return byReport.getOrDefault(report.fingerprint(), List.of());
  }

  /** Whether there are such tests, and it was measured of both accesses. */
  boolean isCertain(Finding report) {
    return !of(report).isEmpty() && coverage.isCertain(report, of(report));
  }

  /** Whether it is known what each test does that is run for a report. */
  boolean isKnown(Finding report) {
    return coverage.isKnownOf(candidates.run(report));
  }

  /** Whether tests that are run for a report come to a place; nothing if that is not known. */
  Optional<Boolean> isReached(Finding report, Location place) {
    return !of(report).isEmpty()
        ? coverage.isReached(place, of(report))
        : isKnown(report) ? coverage.isReached(place, candidates.run(report)) : Optional.empty();
  }

  /** That not everything was measured, and why. */
  Optional<String> note() {
    return note;
  }

  /** The run of those whose reports no coverage run has shown; none if there are none. */
  Optional<TestSelection.Batch> batch() {
    return open.isEmpty() ? Optional.empty() : Optional.of(TestSelection.Batch.of(open, rounds));
  }

  /** How often each of them is run. */
  int rounds() {
    return rounds;
  }

  /** The coverage runs in words, if they showed a race. */
  Optional<String> showing() {
    return shown == 0
        ? Optional.empty()
        : Optional.of("a coverage run of " + Names.count(coverage.size(), "test"));
  }

  /** What {@link #batch} runs, in words. */
  @Override
  public String toString() {
    return open.size() == 1
        ? "the test that runs both accesses of one"
        : "the %d tests that run both accesses of one".formatted(open.size());
  }
}

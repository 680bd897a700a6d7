package dev.harrier.cli.vet;

import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.vet.ssa.TestFunction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tests that run the accesses of reports, as {@link CoverageRuns} saw them do: they are
 * explored first.
 */
final class CoveringTests {
  private final CandidateTests candidates;
  private final TestCoverage coverage;
  private final Map<String, List<TestFunction>> byReport = new HashMap<>();
  private final Optional<Remark.TestsUnmeasured> unmeasured;

  /**
   * @param unmeasured that not everything was measured, and why
   */
  CoveringTests(
      List<Finding> reports,
      CandidateTests candidates,
      TestCoverage coverage,
      Optional<Remark.TestsUnmeasured> unmeasured) {
    this.unmeasured = unmeasured;
    this.candidates = candidates;
    this.coverage = coverage;
    for (Finding report : reports) {
      byReport.put(report.fingerprint(), coverage.reaching(report, candidates.of(report)));
    }
  }

  /** Those that run both accesses of a report, or the one of the two that can be measured. */
  List<TestFunction> of(Finding report) {
    return byReport.getOrDefault(report.fingerprint(), List.of());
  }

  /** Whether there are such tests, and it was measured of both accesses. */
  boolean isCertain(Finding report) {
    return !of(report).isEmpty() && coverage.isCertain(report, of(report));
  }

  /** Whether it is known what each test does that is explored for a report. */
  boolean isKnown(Finding report) {
    return coverage.isKnownOf(candidates.run(report));
  }

  /** Whether tests that are run for a report reach a place; nothing if that is not known. */
  Optional<Boolean> isReached(Finding report, Location place) {
    return !of(report).isEmpty()
        ? coverage.isReached(place, of(report))
        : isKnown(report) ? coverage.isReached(place, candidates.run(report)) : Optional.empty();
  }

  /** That not everything was measured, and why. */
  Optional<Remark.TestsUnmeasured> unmeasured() {
    return unmeasured;
  }
}

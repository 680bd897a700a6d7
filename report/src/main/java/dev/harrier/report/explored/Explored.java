package dev.harrier.report.explored;

import dev.harrier.model.usage.CoverageReport;
import java.util.List;
import java.util.Optional;

/**
 * What an exploration knows besides its findings.
 *
 * @param coverage empty where it was not measured
 * @param flaky tests that fail under some schedules without a finding, and what decides it
 */
public record Explored(Optional<CoverageReport> coverage, List<FlakyTest> flaky) {
  /** Of a run that is no exploration, or knows nothing. */
  public static final Explored NOTHING = new Explored(Optional.empty(), List.of());

  public Explored {
    flaky = List.copyOf(flaky);
  }
}

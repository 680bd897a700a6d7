package dev.harrier.explore.worker;

import dev.harrier.analysis.coverage.RunCoverage;
import dev.harrier.explore.feedback.Measures;

/**
 * What one execution teaches about what to run next. Of the process itself, not of its children.
 *
 * @param coverage which usages of concurrency it reached, and how
 * @param measures what it did with channels
 */
public record Observations(RunCoverage coverage, Measures measures) {
  /** Of an execution that left no trace. */
  public static Observations none() {
    return new Observations(RunCoverage.none(), Measures.NONE);
  }
}

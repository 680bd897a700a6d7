package dev.harrier.explore.worker;

import dev.harrier.analysis.coverage.RunCoverage;
import dev.harrier.explore.feedback.Measures;
import dev.harrier.explore.order.Exercised;

/**
 * What one execution teaches about what to run next. Of the process itself, not of its children.
 *
 * @param coverage which usages of concurrency it reached, and how
 * @param measures what it did with channels
 * @param exercised the order of its messages
 */
public record Observations(RunCoverage coverage, Measures measures, Exercised exercised) {
  /** Of an execution that left no trace. */
  public static Observations none() {
    return new Observations(RunCoverage.none(), Measures.NONE, Exercised.NONE);
  }
}

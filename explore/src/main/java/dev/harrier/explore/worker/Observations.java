package dev.harrier.explore.worker;

import dev.harrier.analysis.coverage.RunCoverage;
import dev.harrier.explore.confirm.Goal;
import dev.harrier.explore.feedback.Measures;
import dev.harrier.explore.order.Exercised;
import dev.harrier.explore.reversal.Reversal;
import java.util.List;

/**
 * What one execution teaches about what to run next. Of the process itself, not of its children.
 *
 * @param coverage which usages of concurrency it reached, and how
 * @param measures what it did with channels
 * @param exercised the order of its messages
 * @param reversals what could have come the other way round
 * @param goals what would make its predictions come true
 * @param points how many scheduling points its tests came to; 0 if it was not controlled
 */
public record Observations(
    RunCoverage coverage,
    Measures measures,
    Exercised exercised,
    List<Reversal> reversals,
    List<Goal> goals,
    long points) {
  public Observations {
    reversals = List.copyOf(reversals);
    goals = List.copyOf(goals);
  }

  /** Of an execution that left no trace. */
  public static Observations none() {
    return new Observations(
        RunCoverage.none(), Measures.NONE, Exercised.NONE, List.of(), List.of(), 0);
  }
}

package dev.harrier.analysis.engine;

import dev.harrier.model.finding.Rule;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rules that an engine applies, in each list the most specific first.
 *
 * @param stuck about goroutines that can't continue
 * @param panics about panics that end the process
 * @param waitGroups about the use of wait groups
 * @param locks about locks that no goroutine can reach
 * @param predictions about what another schedule could have done
 */
public record Rules(
    List<StuckAnalysis> stuck,
    List<PanicAnalysis> panics,
    List<WaitGroupAnalysis> waitGroups,
    List<LockAnalysis> locks,
    List<PredictiveAnalysis> predictions) {
  public Rules {
    stuck = List.copyOf(stuck);
    panics = List.copyOf(panics);
    waitGroups = List.copyOf(waitGroups);
    locks = List.copyOf(locks);
    predictions = List.copyOf(predictions);
  }

  /** Every rule once. */
  public List<Rule> all() {
    return Stream.of(stuck, panics, waitGroups, locks, predictions)
        .flatMap(List::stream)
        .map(Analysis::rule)
        .distinct()
        .toList();
  }
}

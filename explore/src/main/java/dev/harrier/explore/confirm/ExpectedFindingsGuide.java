package dev.harrier.explore.confirm;

import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Ends an exploration when each of some findings that are expected has been observed, and seeks
 * nothing else. A target gets no more than some executions, unless the inner guide goes through all
 * its schedules.
 */
public final class ExpectedFindingsGuide extends DelegatingGuide {
  private final int perTarget;
  private final List<Finding> expected;
  private final BiPredicate<Finding, Finding> shows;
  private final List<Finding> open;
  private final Map<Target, Integer> executions = new HashMap<>();

  /**
   * @param guide chooses the schedules
   * @param perTarget executions of a target, unless the inner guide goes through all its schedules
   */
  public ExpectedFindingsGuide(Guide guide, List<Finding> predictions, int perTarget) {
    this(guide, predictions, Confirmation::isShownBy, perTarget);
  }

  /**
   * The same, for expectations of another kind.
   *
   * @param shows whether what was expected, which comes first, is what was observed
   */
  public ExpectedFindingsGuide(
      Guide guide, List<Finding> expected, BiPredicate<Finding, Finding> shows, int perTarget) {
    super(guide);
    this.expected = List.copyOf(expected);
    this.shows = shows;
    this.open = new ArrayList<>(expected);
    this.perTarget = perTarget;
  }

  @Override
  public boolean seeks(Finding finding) {
    return expected.stream().anyMatch(one -> shows.test(one, finding));
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean news = super.learn(target, schedule, result);
    executions.merge(target, 1, Integer::sum);
    List<Finding> observed =
        result.findings().stream().filter(f -> f.strength() == Strength.OBSERVED).toList();
    open.removeIf(one -> observed.stream().anyMatch(found -> shows.test(one, found)));
    return news;
  }

  @Override
  public boolean wants(Target target) {
    return super.wants(target)
        && (executions.getOrDefault(target, 0) < perTarget || isEnumerating(target));
  }

  @Override
  public boolean isSatisfied() {
    return open.isEmpty() || super.isSatisfied();
  }
}

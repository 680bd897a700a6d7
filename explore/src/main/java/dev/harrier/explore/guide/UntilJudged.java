package dev.harrier.explore.guide;

import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ends an exploration when each of some predictions has happened. A target that has shown nothing
 * after some executions gets more only while another guide goes through all its schedules.
 */
public final class UntilJudged extends DelegatingGuide {
  private final int perTarget;
  private final List<Finding> open;
  private final Map<Target, Integer> executions = new HashMap<>();

  /**
   * @param guide decides all the rest
   * @param perTarget executions of a target by chance
   */
  public UntilJudged(Guide guide, List<Finding> predictions, int perTarget) {
    super(guide);
    this.open = new ArrayList<>(predictions);
    this.perTarget = perTarget;
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean news = super.learn(target, schedule, result);
    executions.merge(target, 1, Integer::sum);
    open.removeIf(prediction -> Confirmation.among(result.findings(), prediction));
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

package dev.harrier.explore.guide;

import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Finding;
import java.util.ArrayList;
import java.util.List;

/** Ends an exploration when each of some predictions has happened. */
public final class UntilConfirmed extends DelegatingGuide {
  private final List<Finding> open;

  /**
   * @param guide decides all the rest
   */
  public UntilConfirmed(Guide guide, List<Finding> predictions) {
    super(guide);
    this.open = new ArrayList<>(predictions);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean news = super.learn(target, schedule, result);
    open.removeIf(prediction -> Confirmation.among(result.findings(), prediction));
    return news;
  }

  @Override
  public boolean isSatisfied() {
    return open.isEmpty() || super.isSatisfied();
  }
}

package dev.harrier.explore.guide;

import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.util.ArrayList;
import java.util.List;

/** Ends an exploration when each of some predictions has happened. */
public final class UntilConfirmed implements Guide {
  private final Guide guide;
  private final List<Finding> open;

  /**
   * @param guide decides all the rest
   */
  public UntilConfirmed(Guide guide, List<Finding> predictions) {
    this.guide = guide;
    this.open = new ArrayList<>(predictions);
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    return guide.next(target, index, length);
  }

  @Override
  public void learn(Target target, Schedule schedule, Result result) {
    guide.learn(target, schedule, result);
    open.removeIf(prediction ->
        result.findings().stream()
            .filter(f -> f.strength() == Strength.OBSERVED)
            .anyMatch(f -> Confirmation.of(prediction, f)));
  }

  @Override
  public long directed(Finding prediction) {
    return guide.directed(prediction);
  }

  @Override
  public boolean isSatisfied() {
    return open.isEmpty() || guide.isSatisfied();
  }

  @Override
  public List<String> status() {
    return guide.status();
  }

  @Override
  public void keep() {
    guide.keep();
  }
}

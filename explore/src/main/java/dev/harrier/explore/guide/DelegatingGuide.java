package dev.harrier.explore.guide;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.explored.ProgressFigure;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.InputKind;
import java.util.List;
import java.util.Set;

/** A guide that leaves to another one whatever it does not decide itself. */
public abstract class DelegatingGuide implements Guide {
  private final Guide guide;

  public DelegatingGuide(Guide guide) {
    this.guide = guide;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    return guide.next(target, index, length);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    return guide.learn(target, schedule, result);
  }

  @Override
  public boolean isSatisfied() {
    return guide.isSatisfied();
  }

  @Override
  public Doubt.NotConfirmed search(Finding prediction, long executions) {
    return guide.search(prediction, executions);
  }

  @Override
  public boolean isComplete(Target target) {
    return guide.isComplete(target);
  }

  @Override
  public Set<InputKind> inputs(Target target) {
    return guide.inputs(target);
  }

  @Override
  public boolean isEnumerating(Target target) {
    return guide.isEnumerating(target);
  }

  @Override
  public boolean wants(Target target) {
    return guide.wants(target);
  }

  @Override
  public boolean isImpossible(Finding prediction) {
    return guide.isImpossible(prediction);
  }

  @Override
  public boolean seeks(Finding finding) {
    return guide.seeks(finding);
  }

  @Override
  public List<ProgressFigure> status() {
    return guide.status();
  }

  @Override
  public void keep() {
    guide.keep();
  }
}

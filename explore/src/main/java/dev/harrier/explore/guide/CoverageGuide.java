package dev.harrier.explore.guide;

import dev.harrier.analysis.coverage.Coverage;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers the coverage of concurrency usages over all executions, and ends the exploration when it
 * is high enough (GoAT, "coverage satisfaction").
 */
public final class CoverageGuide implements Guide {
  private final Guide guide;
  private final Coverage coverage;
  private final double enough;
  private boolean satisfied;

  /**
   * @param guide decides all the rest
   * @param enough the percentage at which to stop; more than 100 for never
   */
  public CoverageGuide(Guide guide, Coverage coverage, double enough) {
    this.guide = guide;
    this.coverage = coverage;
    this.enough = enough;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    return guide.next(target, index, length);
  }

  @Override
  public void learn(Target target, Schedule schedule, Result result) {
    coverage.add(result.observations().coverage());
    satisfied |= enough <= 100 && coverage.percentage() >= enough;
    guide.learn(target, schedule, result);
  }

  @Override
  public boolean isSatisfied() {
    return satisfied || guide.isSatisfied();
  }

  @Override
  public List<String> status() {
    List<String> all = new ArrayList<>(guide.status());
    all.add("coverage %.1f %%".formatted(coverage.percentage()));
    return all;
  }

  @Override
  public void keep() {
    guide.keep();
  }
}

package dev.harrier.explore.portfolio;

import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;

/** Controlled schedules of a portfolio, whatever comes of them. */
public record PortfolioGuide(Portfolio portfolio) implements Guide {
  @Override
  public Schedule next(Target target, int index, int length) {
    return portfolio.schedule(target.shown(), index, length);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    // Its schedules follow only from the seed.
    return false;
  }

  @Override
  public boolean isSatisfied() {
    return false;
  }
}

package dev.harrier.explore.portfolio;

import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import java.util.HashMap;
import java.util.Map;

/**
 * Controlled schedules of a portfolio. Where timers that fire before their time run a test into its
 * limits, as those of dials and requests do, most of them keep their time: what would come after
 * the limit shows in no execution that ends there.
 */
public final class PortfolioGuide implements Guide {
  private final Portfolio portfolio;
  private final Map<Target, Limits> limits = new HashMap<>();

  /** What early timers do to a test. */
  private static final class Limits {
    /** After fewer executions than these, the times of a test say nothing. */
    private static final int ENOUGH = 8;

    /** Of the schedules with early timers, one in so many keeps them. */
    private static final int SHARE = 4;

    private int turns;
    private int early;
    private int earlyFailed;
    private int onTime;
    private int onTimeFailed;

    void learn(boolean withEarlyTimers, boolean failed) {
      if (withEarlyTimers) {
        early++;
        earlyFailed += failed ? 1 : 0;
      } else {
        onTime++;
        onTimeFailed += failed ? 1 : 0;
      }
    }

    /** Whether the next schedule with early timers keeps them. */
    boolean keeps() {
      boolean ends =
          early >= ENOUGH
              && onTime >= ENOUGH
              && earlyFailed * 4 >= early * 3
              && onTimeFailed * 4 <= onTime;
      return !ends || turns++ % SHARE == 0;
    }
  }

  /** Schedules of this portfolio. */
  public PortfolioGuide(Portfolio portfolio) {
    this.portfolio = portfolio;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    Schedule.Controlled schedule = portfolio.schedule(target.shown(), index, length);
    return schedule.early() == 0 || limits(target).keeps() ? schedule : schedule.onTime();
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    if (schedule instanceof Schedule.Controlled controlled) {
      limits(target).learn(controlled.early() > 0, !result.passed());
    }
    return false;
  }

  private Limits limits(Target target) {
    return limits.computeIfAbsent(target, _ -> new Limits());
  }

  @Override
  public boolean isSatisfied() {
    return false;
  }
}

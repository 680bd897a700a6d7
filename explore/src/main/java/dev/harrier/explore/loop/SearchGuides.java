package dev.harrier.explore.loop;

import dev.harrier.explore.computing.ComputingGuide;
import dev.harrier.explore.confirm.ConfirmGuide;
import dev.harrier.explore.confirm.DelayInjectionGuide;
import dev.harrier.explore.confirm.ExpectedFindingsGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.guide.NativeGuide;
import dev.harrier.explore.order.OrderMemory;
import dev.harrier.explore.portfolio.Mix;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.portfolio.PortfolioGuide;
import dev.harrier.explore.reversal.ReversalGuide;
import dev.harrier.explore.reversal.ReversalMemory;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.systematic.SystematicGuide;
import dev.harrier.model.finding.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * The guides of explorations that keep nothing and look for something that is known: predictions,
 * reports of races, a finding that a change may have fixed. {@link Techniques} has the guide of an
 * exploration that looks for anything.
 */
public final class SearchGuides {
  /** A test that has shown nothing by then is not likely to show it soon. */
  private static final int PER_TEST = 100;

  /** Chance and directed executions show most before it is worth to go through all schedules. */
  private static final int FIRST_SYSTEMATIC = 25;

  private static final int SHARE = 2;

  /** In one of so many executions computing takes time, if the test reads the clock. */
  private static final int COMPUTING = 4;

  private static final long SEED = 1;

  private SearchGuides() {}

  /**
   * Half of the executions are directed at predictions, until each of them has happened or no test
   * has anything more to show.
   *
   * @param controlled whether executions run one goroutine at a time
   */
  public static Guide predictions(List<Finding> predictions, boolean controlled) {
    Guide guide = controlled ? directed() : new DelayInjectionGuide(new NativeGuide());
    return new ExpectedFindingsGuide(guide, predictions, PER_TEST);
  }

  private static Guide directed() {
    Guide computing = new ComputingGuide(strategies(), COMPUTING);
    Guide reversals = new ReversalGuide(computing, 1, SHARE, SEED, ReversalMemory.NONE);
    return new ConfirmGuide(
        new SystematicGuide(reversals, FIRST_SYSTEMATIC, 1, false, Conditions.ofMachine()), SHARE);
  }

  /**
   * Until each of some reports has raced.
   *
   * @param shows whether a report, which comes first, is what was observed
   * @param perTest executions of each test at most
   */
  public static Guide races(
      List<Finding> reports, BiPredicate<Finding, Finding> shows, int perTest) {
    Guide guide = new ReversalGuide(strategies(), 1, SHARE, SEED, ReversalMemory.NONE);
    return new ExpectedFindingsGuide(guide, reports, shows, perTest);
  }

  /** All schedules of the tests that predictions are charged to, one after the other. */
  public static Guide allSchedules(List<Finding> predictions) {
    return new ExpectedFindingsGuide(allSchedules(Conditions.ofMachine()), predictions, 1);
  }

  /** All schedules of tests, one after the other, as long as there seems to be an end of them. */
  public static Guide allSchedules(Conditions conditions) {
    return new SystematicGuide(strategies(), 0, 1, true, conditions);
  }

  /**
   * All techniques, as {@code fuzz} uses them, without what earlier explorations learned.
   *
   * @param faults what may fail
   * @param limit of the time of one execution
   */
  public static Guide allTechniques(Conditions conditions, FaultSetting faults, Duration limit) {
    Techniques.Settings settings =
        new Techniques.Settings(
            true, true, Set.of(), Portfolio.standard(), faults, SEED, conditions, limit);
    return Techniques.guide(settings, OrderMemory.NONE, ReversalMemory.NONE);
  }

  /** All strategies in turn. */
  public static Guide strategies() {
    return strategies(Portfolio.standard());
  }

  /** All strategies in turn, but no timer fires before its time. */
  public static Guide strategiesOnTime() {
    return strategies(Portfolio.standard().stream().filter(mix -> mix.early() == 0).toList());
  }

  private static Guide strategies(List<Mix> mixes) {
    return new PortfolioGuide(new Portfolio(mixes, SEED, Conditions.ofMachine()));
  }
}

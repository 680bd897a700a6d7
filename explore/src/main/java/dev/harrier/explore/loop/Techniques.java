package dev.harrier.explore.loop;

import dev.harrier.coverage.Coverage;
import dev.harrier.explore.cause.OperationLog;
import dev.harrier.explore.computing.ComputingGuide;
import dev.harrier.explore.computing.Slowness;
import dev.harrier.explore.confirm.ConfirmGuide;
import dev.harrier.explore.confirm.DelayInjectionGuide;
import dev.harrier.explore.confirm.DelayInjectionRecorder;
import dev.harrier.explore.confirm.GoalRecorder;
import dev.harrier.explore.coverage.CoverageGuide;
import dev.harrier.explore.coverage.CoverageMemory;
import dev.harrier.explore.fault.FaultGuide;
import dev.harrier.explore.fault.Faults;
import dev.harrier.explore.guide.AccessPointGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.guide.NativeGuide;
import dev.harrier.explore.observe.Activity;
import dev.harrier.explore.observe.Carriers;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.order.MeasuresRecorder;
import dev.harrier.explore.order.OrderGuide;
import dev.harrier.explore.order.OrderMemory;
import dev.harrier.explore.order.OrderRecorder;
import dev.harrier.explore.portfolio.Mix;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.portfolio.PortfolioGuide;
import dev.harrier.explore.reversal.ReversalGuide;
import dev.harrier.explore.reversal.ReversalMemory;
import dev.harrier.explore.reversal.ReversalRecorder;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.systematic.SystematicGuide;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The techniques that choose schedules, put together: each wraps those before it and takes a share
 * of their executions.
 */
public final class Techniques {
  /** Longer than any timeout in a test; it costs nothing where the clock is virtual. */
  private static final Duration VIRTUAL_PATIENCE = Duration.ofHours(1);

  private static final Duration RAISED_PATIENCE = Duration.ofSeconds(10);

  /** Where schedules are controlled, every third execution tries an order too. */
  private static final int ORDERS = 3;

  /**
   * There, so many executions come first: an order needs a run to change, and a plain one is cheap.
   */
  private static final int FIRST_ORDER = 2;

  /** There, every second execution reverses a pair of operations. */
  private static final int REVERSALS = 2;

  /** Before it there is nothing to reverse. */
  private static final int FIRST_REVERSAL = 1;

  /** There, every second execution is directed at a prediction, if there is one. */
  private static final int PREDICTIONS = 2;

  /** There, in every second execution racing accesses are points, if any are known. */
  private static final int ACCESSES = 2;

  /** There, in every fourth execution computing takes time, if the test reads the clock. */
  private static final int COMPUTING = 4;

  /** There, every fourth execution is a step of a systematic search. */
  private static final int SYSTEMATIC = 4;

  /** Most bugs show before. */
  private static final int FIRST_SYSTEMATIC = 12;

  /** What can be left out, to measure what it contributes. */
  public enum Part {
    /** Selects have no preferred cases. */
    ORDERS,
    /** The first order of a test is mutated at random, whatever its runs show. */
    FEEDBACK,
    /** No operations are reordered. */
    REVERSALS,
    /** No test has all its schedules explored one after the other. */
    SYSTEMATIC,
    /** Accesses to memory are no scheduling points. */
    ACCESSES,
    /** Computing takes no time. */
    COMPUTING,
    /** No executions are directed at predictions. */
    PREDICTIONS,
    /** The sources are not read, and coverage is not measured. */
    COVERAGE
  }

  /**
   * How one exploration uses them.
   *
   * @param controlled whether executions run one goroutine at a time
   * @param races whether they look for data races themselves
   * @param without parts that are left out
   * @param mixes the strategies that take turns
   * @param faults what may fail
   * @param seed that all others are derived from
   * @param conditions of controlled executions, where a technique has none of its own
   * @param limit of the time of one execution
   */
  public record Settings(
      boolean controlled,
      boolean races,
      Set<Part> without,
      List<Mix> mixes,
      FaultSetting faults,
      long seed,
      Conditions conditions,
      Duration limit) {
    public Settings {
      without = Set.copyOf(without);
      mixes = List.copyOf(mixes);
    }

    private boolean has(Part part) {
      return !without.contains(part);
    }

    /** Schedules of explorations for which this differs mean nothing to each other. */
    public String identity() {
      return "%d %s %s %s".formatted(conditions.procs(), conditions.network(), faults, mixes);
    }
  }

  private Techniques() {}

  /** What the techniques and the search for causes learn from, of each execution. */
  public static List<Observation<?>> observed() {
    return List.of(
        CoverageGuide.COVERAGE,
        MeasuresRecorder.MEASURES,
        OrderRecorder.OBSERVED,
        ReversalRecorder.REVERSALS,
        SystematicGuide.TRAIL,
        GoalRecorder.REACHED,
        DelayInjectionRecorder.INJECTIONS,
        AccessPointGuide.RACING,
        ComputingGuide.READS_CLOCK,
        Slowness.OBSERVED,
        FaultGuide.USES,
        Faults.ASSUMED,
        Activity.ACTIVITY,
        Carriers.CARRIERS,
        OperationLog.OPERATIONS);
  }

  /**
   * All techniques that the settings allow.
   *
   * @param orders what earlier explorations learned of orders
   * @param reversals what they learned of conflicts
   */
  public static Guide guide(Settings settings, OrderMemory orders, ReversalMemory reversals) {
    if (!settings.controlled) {
      Guide guide = orders(settings, new NativeGuide(), orders);
      return settings.has(Part.PREDICTIONS) ? new DelayInjectionGuide(guide) : guide;
    }
    Guide guide =
        new PortfolioGuide(new Portfolio(settings.mixes, settings.seed, settings.conditions));
    if (settings.has(Part.COMPUTING)) {
      guide = new ComputingGuide(guide, COMPUTING);
    }
    if (settings.faults.any()) {
      guide = new FaultGuide(guide, settings.faults);
    }
    guide = orders(settings, guide, orders);
    if (settings.has(Part.REVERSALS)) {
      guide = new ReversalGuide(guide, FIRST_REVERSAL, REVERSALS, settings.seed, reversals);
    }
    // Where races are not looked for, there may be more to an execution than its decisions.
    if (settings.races && settings.has(Part.SYSTEMATIC)) {
      guide = new SystematicGuide(guide, FIRST_SYSTEMATIC, SYSTEMATIC, true, settings.conditions);
    }
    if (settings.has(Part.ACCESSES)) {
      guide = new AccessPointGuide(guide, ACCESSES);
    }
    return settings.has(Part.PREDICTIONS) ? new ConfirmGuide(guide, PREDICTIONS) : guide;
  }

  /**
   * A guide, and adds what executions cover.
   *
   * @param coverage to add to
   * @param covered is given the coverage when it has grown
   */
  public static Guide covering(Guide guide, Coverage coverage, CoverageMemory covered) {
    return new CoverageGuide(guide, coverage, covered);
  }

  private static Guide orders(Settings settings, Guide guide, OrderMemory memory) {
    if (!settings.has(Part.ORDERS)) {
      return guide;
    }
    boolean controlled = settings.controlled;
    return new OrderGuide(
        guide,
        new OrderGuide.Settings(
            controlled ? ORDERS : 1,
            controlled ? FIRST_ORDER : 0,
            settings.has(Part.FEEDBACK),
            controlled ? RAISED_PATIENCE : settings.limit.dividedBy(2),
            controlled ? Optional.of(VIRTUAL_PATIENCE) : Optional.empty(),
            settings.seed),
        memory);
  }
}

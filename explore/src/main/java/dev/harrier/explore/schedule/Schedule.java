package dev.harrier.explore.schedule;

import dev.harrier.model.trace.InjectedFault;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What decides one run. */
public sealed interface Schedule {
  /** The longest run that a strategy is asked to expect, in scheduling points. */
  int MAX_LENGTH = 1_000_000;

  /**
   * One goroutine at a time, on the virtual clock. Needs Go 1.26.
   *
   * @param seed not negative; of the strategy, of {@code math/rand}, of maps and of select
   * @param length how many scheduling points the run is expected to reach: PCT and yields spread
   *     over them
   * @param early of 1024 operations, how many let the next timer expire although others can run
   * @param computing of 1024 readings of the clock, before how many computing takes time
   * @param faults how often something fails
   */
  record Controlled(
      Strategy strategy,
      long seed,
      int length,
      int early,
      int computing,
      FaultShares faults,
      Conditions conditions,
      Plan plan)
      implements Schedule {
    public Controlled {
      if (seed < 0
          || length < 1
          || length > MAX_LENGTH
          || isNoShare(early)
          || isNoShare(computing)) {
        throw new IllegalArgumentException(
            "seed %d, length %d, early %d or computing %d is out of range"
                .formatted(seed, length, early, computing));
      }
    }

    private static boolean isNoShare(int of1024) {
      return of1024 < 0 || of1024 > 1024;
    }

    /** Under the usual conditions; computing takes no time, and nothing fails. */
    public Controlled(Strategy strategy, long seed, int length, int early, Plan plan) {
      this(strategy, seed, length, early, 0, FaultShares.NONE, Conditions.USUAL, plan);
    }

    /** The same with another seed. */
    public Controlled seeded(long other) {
      return new Controlled(strategy, other, length, early, computing, faults, conditions, plan);
    }

    /** The same with another strategy. */
    public Controlled by(Strategy other) {
      return new Controlled(other, seed, length, early, computing, faults, conditions, plan);
    }

    /** The same with another plan. */
    public Controlled with(Plan other) {
      return new Controlled(strategy, seed, length, early, computing, faults, conditions, other);
    }

    /** The same, but computing takes time before that many of 1024 readings of the clock. */
    public Controlled computing(int share) {
      return new Controlled(strategy, seed, length, early, share, faults, conditions, plan);
    }

    /** The same, but that often something fails. */
    public Controlled faults(FaultShares shares) {
      return new Controlled(strategy, seed, length, early, computing, shares, conditions, plan);
    }

    /** The same without early timers and slow code. */
    public Controlled onTime() {
      Plan timeless =
          new Plan(plan.entries().stream().filter(entry -> !entry.assumesTime()).toList());
      return new Controlled(strategy, seed, length, 0, 0, faults, conditions, timeless);
    }

    /** What may fail in it. */
    public FaultSetting mayFail() {
      return new FaultSetting(
          faults.connections() > 0 || plansFault(InjectedFault.Target.CONNECTION),
          faults.contexts() > 0 || plansFault(InjectedFault.Target.CONTEXT),
          faults.files() > 0 || plansFault(InjectedFault.Target.FILE));
    }

    private boolean plansFault(InjectedFault.Target of) {
      return plan.entries().stream()
          .anyMatch(
              entry -> entry instanceof PlanEntry.Fault fault && fault.fault().target() == of);
    }

    /** The same decisions as the default order and this plan give. */
    public Controlled forced(Plan forced) {
      return new Controlled(
          Strategy.DEFAULT_ORDER, seed, length, 0, 0, FaultShares.NONE, conditions, forced);
    }

    /** The default order of the same seed, with nothing that could change it. */
    public Controlled inDefaultOrder() {
      return new Controlled(
          Strategy.DEFAULT_ORDER,
          seed,
          length,
          0,
          0,
          FaultShares.NONE,
          Conditions.of(conditions.procs(), conditions.network()),
          Plan.EMPTY);
    }

    /**
     * The same for all schedules whose executions can be copies of one process. Whatever a schedule
     * says, the hooks take only these settings from it before the tests ({@code
     * harrierReadControl}).
     */
    public Controlled ofSharedProcess() {
      return new Controlled(
          Strategy.DEFAULT_ORDER,
          0,
          1,
          0,
          0,
          FaultShares.NONE,
          Conditions.of(conditions.procs(), conditions.network()),
          Plan.EMPTY);
    }

    /** The settings, as the hooks read them. */
    public String variable() {
      return "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d"
          .formatted(
              strategy.kind().code(),
              seed,
              strategy.depth(),
              length,
              early,
              conditions.procs(),
              conditions.slice(),
              conditions.pause(),
              conditions.polls() ? 1 : 0,
              computing,
              conditions.network() == Network.MEMORY ? 1 : 0,
              faults.connections(),
              faults.contexts(),
              faults.files());
    }
  }

  /** All processors, real time, Go's own scheduler; only what selects prefer is given. */
  record Native(Plan plan) implements Schedule {}

  Plan plan();

  /**
   * What the process must find in its environment.
   *
   * @param planFile where {@link PlanText#lines} stands, if the plan is not empty or details are
   *     wanted
   */
  default Map<String, String> environment(Path planFile, boolean details) {
    Map<String, String> variables = new HashMap<>();
    if (this instanceof Controlled controlled) {
      variables.put("HARRIER_CONTROL", controlled.variable());
    }
    if (details || !plan().isEmpty()) {
      variables.put("HARRIER_PLAN", planFile.toString());
    }
    return variables;
  }
}

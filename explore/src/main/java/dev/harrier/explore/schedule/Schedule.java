package dev.harrier.explore.schedule;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What decides one run. */
public sealed interface Schedule {
  /** The longest run that a strategy is told to expect, in scheduling points. */
  int MAX_LENGTH = 1_000_000;

  /**
   * One goroutine at a time, on the virtual clock. Needs Go 1.26.
   *
   * @param seed not negative; of the strategy, of {@code math/rand}, of maps and of select
   * @param length how many scheduling points the run is expected to come to: PCT and yields spread
   *     over them
   * @param early of 1024 operations, how many let the next timer expire although others can run
   */
  record Controlled(
      Strategy strategy, long seed, int length, int early, Conditions conditions, Plan plan)
      implements Schedule {
    public Controlled {
      if (seed < 0 || length < 1 || length > MAX_LENGTH || early < 0 || early > 1024) {
        throw new IllegalArgumentException(
            "seed %d, length %d or early %d is out of range".formatted(seed, length, early));
      }
    }

    /** Under the usual conditions. */
    public Controlled(Strategy strategy, long seed, int length, int early, Plan plan) {
      this(strategy, seed, length, early, Conditions.USUAL, plan);
    }

    /** The same with another plan. */
    public Controlled with(Plan other) {
      return new Controlled(strategy, seed, length, early, conditions, other);
    }

    /** The same decisions as the default order and this plan give. */
    public Controlled forced(Plan forced) {
      return new Controlled(new Strategy.DefaultOrder(), seed, length, 0, conditions, forced);
    }

    private String variable() {
      return "%d,%d,%d,%d,%d,%d,%d,%d,%d"
          .formatted(
              strategy.code(),
              seed,
              strategy.depth(),
              length,
              early,
              conditions.procs(),
              conditions.slice(),
              conditions.pause(),
              conditions.polls() ? 1 : 0);
    }
  }

  /** All processors, real time, Go's own scheduler; only what selects prefer is given. */
  record Native(Plan plan) implements Schedule {}

  Plan plan();

  /**
   * What the process must find in its environment.
   *
   * @param planFile where {@link Plan#text} stands, if the plan is not empty
   */
  default Map<String, String> environment(Path planFile) {
    Map<String, String> variables = new HashMap<>();
    if (this instanceof Controlled controlled) {
      variables.put("HARRIER_CONTROL", controlled.variable());
    }
    if (!plan().isEmpty()) {
      variables.put("HARRIER_PLAN", planFile.toString());
    }
    return variables;
  }
}

package dev.harrier.explore.portfolio;

import dev.harrier.explore.schedule.Strategy;

/**
 * A strategy and what goes with it.
 *
 * @param early of 1024 operations, how many let a timer expire early
 * @param slice after how many decisions a goroutine that could run does; 0 for the usual bound
 */
public record Mix(Strategy strategy, int early, int slice) {
  /** With the usual bound. */
  public Mix(Strategy strategy, int early) {
    this(strategy, early, 0);
  }
}

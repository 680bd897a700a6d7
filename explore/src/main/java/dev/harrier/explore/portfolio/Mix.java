package dev.harrier.explore.portfolio;

import dev.harrier.explore.schedule.Strategy;

/**
 * A strategy and what goes with it.
 *
 * @param early of 1024 operations, how many let a timer fire before its time
 * @param slice starvation bound: after so many decisions a goroutine that can run is chosen; 0 for
 *     the default
 * @param pause for how many decisions one that yielded lets others go first; 0 for one turn each
 */
public record Mix(Strategy strategy, int early, int slice, int pause) {
  /** With the usual bounds. */
  public Mix(Strategy strategy, int early) {
    this(strategy, early, 0, 0);
  }
}

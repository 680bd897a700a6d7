package dev.harrier.explore.portfolio;

import dev.harrier.explore.schedule.Strategy;

/**
 * A strategy and how often it lets timers expire early.
 *
 * @param early of 1024 operations
 */
public record Mix(Strategy strategy, int early) {}

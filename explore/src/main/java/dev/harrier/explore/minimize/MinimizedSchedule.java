package dev.harrier.explore.minimize;

import dev.harrier.explore.schedule.Schedule;

/**
 * The simplest schedule that was found.
 *
 * @param decisions how many decisions the first run took otherwise than in the default order
 * @param executions how many it took to get here
 */
public record MinimizedSchedule(Schedule schedule, int decisions, int executions) {}

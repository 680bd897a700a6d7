package dev.harrier.explore.reversal;

import dev.harrier.explore.schedule.PlanEntry;

/**
 * A conflict of one run, and what may turn it round.
 *
 * @param hold who stands still, and before what
 */
public record Reversal(Conflict conflict, PlanEntry.Hold hold) {}

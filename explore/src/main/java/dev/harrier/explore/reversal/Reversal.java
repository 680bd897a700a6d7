package dev.harrier.explore.reversal;

import dev.harrier.explore.schedule.PlanEntry;

/**
 * A conflict of one run, and what may turn it round.
 *
 * @param hold who stands still, and before what
 * @param locked whether he holds a lock meanwhile, for which others may have to wait
 */
public record Reversal(Conflict conflict, PlanEntry.Hold hold, boolean locked) {}

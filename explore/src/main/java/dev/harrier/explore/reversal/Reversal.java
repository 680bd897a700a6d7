package dev.harrier.explore.reversal;

import dev.harrier.explore.schedule.PlanEntry;

/**
 * A conflict of one run, and what may reverse it.
 *
 * @param delay which goroutine is delayed, and before what
 * @param promise how much likelier than another one it is to show a defect, from 1
 */
public record Reversal(Conflict conflict, PlanEntry.Delay delay, int promise) {}

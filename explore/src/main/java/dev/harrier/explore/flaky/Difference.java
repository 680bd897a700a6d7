package dev.harrier.explore.flaky;

import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.model.finding.Interleaving;

/**
 * A failing and a passing run of a test that differ by one decision.
 *
 * @param decision that the failing run takes and the passing one does not
 * @param failed what the failing run did
 * @param passed what the passing run did
 */
public record Difference(
    Discovery test,
    Schedule.Controlled failing,
    Schedule.Controlled passing,
    PlanEntry decision,
    Interleaving failed,
    Interleaving passed) {}

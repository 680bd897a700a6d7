package dev.harrier.explore.campaign;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.model.finding.Finding;
import java.util.Optional;

/**
 * What is known of the way to see a finding again.
 *
 * @param schedule the simplest one that was found
 * @param decisions how many decisions of the first run were not those of the default order
 * @param executions how many it took to simplify and measure
 * @param again the finding as a replay tells it, with the table of its run
 * @param shown in how many of {@code runs} replays of the schedule the finding came again
 */
public record Proof(
    Schedule schedule,
    int decisions,
    int executions,
    int shown,
    int runs,
    Optional<Finding> again) {
  /** Whether every replay showed the finding. */
  boolean isReliable() {
    return shown == runs;
  }

  /** Whether a larger part of the replays showed it than of the other's. */
  boolean isBetterThan(Proof other) {
    return (long) shown * other.runs > (long) other.shown * runs;
  }
}

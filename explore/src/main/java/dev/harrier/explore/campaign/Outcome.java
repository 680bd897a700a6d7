package dev.harrier.explore.campaign;

import dev.harrier.model.finding.Finding;
import java.time.Duration;
import java.util.List;

/**
 * What a campaign came to.
 *
 * @param discoveries proved defects, in the order in which they were found
 * @param unproved what looks wrong, or was predicted, and did not happen
 * @param proving executions that went into simplifying schedules and replaying them
 * @param notes what the user should know besides, one sentence each
 * @param troubles why targets could not be run at all; if no execution was done, the campaign
 *     failed
 * @param failing tests that failed without a finding, sometimes or every time
 * @param panicking tests that one and the same panic ended every time
 */
public record Outcome(
    Duration duration,
    long executions,
    long processes,
    long events,
    long proving,
    List<Discovery> discoveries,
    List<Finding> unproved,
    List<String> notes,
    List<String> troubles,
    List<FailingTest> failing,
    List<String> panicking) {
  public Outcome {
    discoveries = List.copyOf(discoveries);
    unproved = List.copyOf(unproved);
    notes = List.copyOf(notes);
    troubles = List.copyOf(troubles);
    failing = List.copyOf(failing);
    panicking = List.copyOf(panicking);
  }
}

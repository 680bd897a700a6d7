package dev.harrier.model.finding;

import java.util.Optional;

/**
 * How to see a finding again.
 *
 * @param command what to type in the module's directory
 * @param schedule the schedule to replay, where one was recorded
 * @param reproduction how often the command showed the finding, where that was measured
 */
public record Witness(
    String command, Optional<String> schedule, Optional<Reproduction> reproduction) {
  /** {@code seen} of {@code runs} attempts showed the finding. */
  public record Reproduction(int seen, int runs) {}

  public static Witness ofCommand(String command) {
    return new Witness(command, Optional.empty(), Optional.empty());
  }
}

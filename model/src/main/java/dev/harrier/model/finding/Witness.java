package dev.harrier.model.finding;

import java.util.Optional;

/**
 * How to see a finding again.
 *
 * @param command what to type in the module's directory
 * @param schedule the schedule to replay, where one was recorded
 * @param reproduction how often the command showed the finding, where that was measured
 * @param interleaving what the goroutines did in the run that is replayed, where that is known
 */
public record Witness(
    String command,
    Optional<String> schedule,
    Optional<Reproduction> reproduction,
    Optional<Interleaving> interleaving) {
  /** {@code seen} of {@code runs} attempts showed the finding. */
  public record Reproduction(int seen, int runs) {}

  /** The same with another table. */
  public Witness with(Optional<Interleaving> other) {
    return new Witness(command, schedule, reproduction, other);
  }

  public static Witness ofCommand(String command) {
    return new Witness(command, Optional.empty(), Optional.empty(), Optional.empty());
  }
}

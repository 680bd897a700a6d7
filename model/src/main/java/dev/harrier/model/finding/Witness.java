package dev.harrier.model.finding;

import java.util.Optional;

/**
 * How to see a finding again.
 *
 * @param schedule the replay string, where a schedule was recorded
 * @param reproduction how often the run showed the finding, where that was measured
 * @param interleaving what the goroutines did in the run that is replayed, where that is known
 * @param cause what decides whether a schedule shows the finding, where that was seen
 * @param contrast a run without the finding next to it, where one was made
 */
public record Witness(
    Rerun rerun,
    Optional<String> schedule,
    Optional<Reproduction> reproduction,
    Optional<Interleaving> interleaving,
    Optional<Cause> cause,
    Optional<Contrast> contrast) {
  /** There is no way known. */
  public static final Witness NONE = of(new Rerun.Unknown());

  /** {@code seen} of {@code runs} attempts showed the finding. */
  public record Reproduction(int seen, int runs) {
    /** Whether there was an attempt, and all of them did. */
    public boolean isEveryTime() {
      return runs > 0 && seen == runs;
    }
  }

  public static Witness of(Rerun rerun) {
    return new Witness(
        rerun,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Whether an operation of some run of the test is one of those that decide. */
  public boolean decides(Operation operation) {
    return cause.filter(seen -> seen.concerns(operation)).isPresent();
  }

  /** The same, seen again in another way. */
  public Witness rerunBy(Rerun other) {
    return new Witness(other, schedule, reproduction, interleaving, cause, contrast);
  }

  /** The same with another table. */
  public Witness with(Optional<Interleaving> other) {
    return new Witness(rerun, schedule, reproduction, other, cause, contrast);
  }

  /** The same with a cause. */
  public Witness causedBy(Optional<Cause> other) {
    return new Witness(rerun, schedule, reproduction, interleaving, other, contrast);
  }

  /** The same with a run next to it. */
  public Witness contrasted(Optional<Contrast> other) {
    return new Witness(rerun, schedule, reproduction, interleaving, cause, other);
  }
}

package dev.harrier.model.finding;

/**
 * How often a finding was seen in the run.
 *
 * @param count at least 1
 * @param firstExecution the number of the execution that showed it first, from 1; 0 where a run has
 *     only one
 */
public record Sightings(int count, long firstExecution) {
  public static final Sightings ONCE = new Sightings(1, 0);

  /** Both together. */
  public Sightings plus(Sightings other) {
    long first =
        firstExecution == 0 || other.firstExecution == 0
            ? Math.max(firstExecution, other.firstExecution)
            : Math.min(firstExecution, other.firstExecution);
    return new Sightings(count + other.count, first);
  }
}

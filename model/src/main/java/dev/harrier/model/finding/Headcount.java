package dev.harrier.model.finding;

/**
 * How many goroutines there were at a moment.
 *
 * @param millis since 1970
 * @param bytes what they kept alive; 0 if not known
 */
public record Headcount(long millis, long goroutines, long bytes) {
  /** Both together, at the moment of this one. */
  public Headcount plus(Headcount other) {
    return new Headcount(millis, goroutines + other.goroutines, bytes + other.bytes);
  }
}

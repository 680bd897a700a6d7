package dev.harrier.tracing.validate;

/**
 * Something in a trace that can't have happened.
 *
 * @param order of the event, or 0 if it belongs to no event
 * @param message what was found there
 */
public record Violation(Invariant invariant, long order, String message) {
  @Override
  public String toString() {
    return (order > 0 ? "event " + order + ": " : "")
        + message
        + " (expected: "
        + invariant.words()
        + ")";
  }
}

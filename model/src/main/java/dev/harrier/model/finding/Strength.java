package dev.harrier.model.finding;

/** How firmly a finding stands, strongest first. */
public enum Strength {
  /** It happened, and that is proved: by the collector, by quiescence, by a panic, by a race. */
  OBSERVED,
  /**
   * It was predicted, or found in the source, and then it happened: in a schedule that replays if
   * the witness has one, else in the test that it names.
   */
  CONFIRMED,
  /** It did not happen in this run; another order of the same operations makes it happen. */
  PREDICTED,
  /** A static analysis says that it can happen. */
  STATIC,
  /** It looks wrong, and something else could explain it. */
  SUSPICIOUS;

  /** Whether anyone can see it again: it happened. */
  public boolean isProven() {
    return this == OBSERVED || this == CONFIRMED;
  }
}

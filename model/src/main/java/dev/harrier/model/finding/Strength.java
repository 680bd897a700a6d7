package dev.harrier.model.finding;

/** How firmly a finding stands. */
public enum Strength {
  /** It happened, and it is proved: by the collector, by quiescence, by a panic. */
  OBSERVED,
  /** It did not happen in this run, but another schedule of the same operations makes it happen. */
  PREDICTED,
  /** A static analysis says that it can happen. */
  STATIC,
  /**
   * It looks wrong and is not proved: a goroutine that was still there at the end. Shown apart;
   * does not fail a run by default.
   */
  SUSPICIOUS
}

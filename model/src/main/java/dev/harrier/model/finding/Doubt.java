package dev.harrier.model.finding;

/** What weakens a finding, or limits what was looked at for it. */
public sealed interface Doubt {
  /**
   * It takes a timer that fires before its time, and the panic is a time limit's own.
   *
   * @param ofTest whether the panic is in the code of a test; else a timer's function panics
   */
  record TimeLimitPanics(boolean ofTest) implements Doubt {}

  /**
   * Its test had failed in a run in which a timer fired before its time.
   *
   * @param consequence whether it comes after the failure; else it may be what was not cleaned up
   */
  record TestFailedBefore(boolean consequence) implements Doubt {}

  /** A search for a schedule that shows it ended without one. */
  record NotConfirmed(long executions) implements Doubt {}

  /** Code that was not followed may keep the accesses apart. */
  record CodeNotFollowed() implements Doubt {}
}

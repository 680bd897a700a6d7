package dev.harrier.model.finding;

import java.time.Duration;

/**
 * How a run of the program under test ended, apart from any finding. The failure of the program is
 * never confused with a failure of Harrier.
 */
public sealed interface RunOutcome {
  /** The program ended with status 0. */
  record Passed() implements RunOutcome {}

  /**
   * The program did not build, failed its own tests, crashed or was killed.
   *
   * @param why how it failed
   */
  record TargetFailed(int exitStatus, TargetFailure why) implements RunOutcome {}

  /** The program was still running when its time was up. */
  record TimedOut(Duration limit) implements RunOutcome {}

  /** The user ended the run, by an interrupt or a request to terminate, before it was over. */
  record Interrupted() implements RunOutcome {}

  /**
   * Harrier could not do its work.
   *
   * @param why what kept it from it
   */
  record ToolFailed(ToolFailure why) implements RunOutcome {}
}

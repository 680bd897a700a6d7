package dev.harrier.model.explored;

/** Something that is worth showing of an exploration while it continues. */
public sealed interface ProgressFigure {
  /** Orders of messages that are kept because they showed something new. */
  record Orders(long number) implements ProgressFigure {}

  /** Requirements of concurrency coverage that are met, of all. */
  record Covered(long met, long all) implements ProgressFigure {}

  /**
   * A test that fails without a finding.
   *
   * @param message of its failure; "" if it printed none
   */
  record FailingTest(String test, long failed, long executions, String message)
      implements ProgressFigure {}

  /** Requirements of concurrency coverage that a campaign has met. */
  record RequirementsMet(long number) implements ProgressFigure {}

  /** Workers of a campaign. */
  record AtWork(long workers) implements ProgressFigure {}

  /** Findings of a campaign that a second worker has seen. */
  record Announced(long findings) implements ProgressFigure {}

  /** Findings of a campaign that no second worker has seen yet. */
  record Pending(long findings) implements ProgressFigure {}

  /**
   * The server of a campaign does not answer.
   *
   * @param why what the operating system says
   */
  record NoAnswer(String why) implements ProgressFigure {}
}

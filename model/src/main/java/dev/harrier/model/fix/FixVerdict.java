package dev.harrier.model.fix;

/** Whether a change fixes a finding. */
public sealed interface FixVerdict {
  /** Why nothing can be said of the change. */
  enum Failure {
    DOES_NOT_BUILD,
    /** The test of the finding no longer exists. */
    TEST_GONE,
    /** The test fails in the default order, without a finding. */
    TEST_FAILS
  }

  /**
   * It is gone.
   *
   * @param everySchedule whether every schedule of its test was explored, up to the order of
   *     independent operations, and none shows it; else the operations that decided are ordered in
   *     every execution directed at them, and it would take great luck for all others to be silent
   */
  record Proved(boolean everySchedule) implements FixVerdict {}

  /** Nothing that was tried showed it. */
  record NotShownAgain() implements FixVerdict {}

  /** It was shown again. */
  record StillThere() implements FixVerdict {}

  /**
   * It was not, but the change made another finding.
   *
   * @param finding the fingerprint of that one
   */
  record AnotherOne(String finding) implements FixVerdict {}

  /**
   * The program fails by itself.
   *
   * @param detail the first line of what it says; may be empty
   */
  record ProgramFails(Failure why, String detail) implements FixVerdict {}

  /** Whether the change is accepted. */
  default boolean isAccepted() {
    return switch (this) {
      case Proved _, NotShownAgain _ -> true;
      case StillThere _, AnotherOne _, ProgramFails _ -> false;
    };
  }
}

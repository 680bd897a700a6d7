package dev.harrier.explore.loop;

import dev.harrier.model.finding.Finding;

/** What the findings of an exploration are worth, to those who explore. */
public interface Interest {
  /** All of them. */
  Interest ALL = _ -> true;

  /** That they happened, and no more: nothing is replayed. */
  Interest SIGHTINGS =
      new Interest() {
        @Override
        public boolean mayFail(Finding finding) {
          return false;
        }

        @Override
        public boolean isProved(Finding finding) {
          return false;
        }
      };

  /**
   * Whether a finding of one execution may fail the run: only of such are schedules simplified and
   * causes looked for.
   */
  boolean mayFail(Finding finding);

  /** Whether the schedule that showed a finding is replayed. */
  default boolean isProved(Finding finding) {
    return true;
  }

  /**
   * Whether what the tests do without a schedule is known from elsewhere. A panic that ends each of
   * their executions may then be one that their calls do not make one after the other.
   */
  default boolean knowsOrdinaryRuns() {
    return false;
  }

  /**
   * Whether a proved finding is what its test was to show, so that a budget which ends with the
   * first finding of a test ends there.
   */
  default boolean suffices(Finding finding) {
    return true;
  }
}

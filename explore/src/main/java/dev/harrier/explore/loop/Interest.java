package dev.harrier.explore.loop;

import dev.harrier.model.finding.Finding;

/** What the findings of an exploration are worth, to those who explore. */
public interface Interest {
  /** What a finding is worth, from the least. */
  enum Worth {
    /** It is not reported. */
    NOTHING,
    /** It is reported, and does not fail the run. */
    SUSPICION,
    /** It may fail the run. */
    FAILURE
  }

  /** All of them. */
  Interest ALL = _ -> Worth.FAILURE;

  /** That they happened, and no more: nothing is replayed. */
  Interest SIGHTINGS =
      new Interest() {
        @Override
        public Worth worth(Finding finding) {
          return Worth.NOTHING;
        }

        @Override
        public boolean isProved(Finding finding) {
          return false;
        }
      };

  /**
   * What a finding of one execution is worth. The same defect may be worth more in another test:
   * then that one shows it.
   */
  Worth worth(Finding finding);

  /**
   * Whether a finding of one execution may fail the run: only of such are schedules simplified and
   * causes looked for.
   */
  default boolean mayFail(Finding finding) {
    return worth(finding) == Worth.FAILURE;
  }

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
   * Whether a data race may be why its test fails in the same execution: the test may have seen the
   * outcome.
   */
  default boolean mayExplain(Finding race) {
    return true;
  }

  /**
   * Whether a proved finding is what its test was to show, so that a budget which ends with the
   * first finding of a test ends there.
   */
  default boolean suffices(Finding finding) {
    return true;
  }
}

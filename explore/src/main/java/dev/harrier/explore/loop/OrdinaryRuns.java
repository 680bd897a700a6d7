package dev.harrier.explore.loop;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;

/**
 * What a test does without the schedule under which it failed: a failure that comes anyway is not
 * the schedule's.
 *
 * @param inOrder runs in the default order, of the same seed; 0 if there was no time for one
 * @param passed how many of them passed
 * @param natively runs without a schedule that ended; 0 if none did
 * @param passedNatively how many of those passed
 */
record OrdinaryRuns(int inOrder, int passed, int natively, int passedNatively) {
  /** Whether the failure of a test is a finding only if the test passes otherwise. */
  static boolean decide(Finding finding) {
    return finding.defect() instanceof Defect.TestFailed;
  }

  /** How many there were. */
  int all() {
    return inOrder + natively;
  }

  /** Whether the test also fails without the schedule, as far as was seen. */
  boolean fail() {
    return passed == 0 || (natively > 0 && passedNatively == 0);
  }

  /** A failure of a test that passes here, with that for its evidence. */
  Finding judge(Finding finding) {
    Finding shown =
        finding.with(
            finding.explanation().shownBy(new Evidence.PassesOtherwise(passed, passedNatively)));
    return passed == inOrder
        ? shown
        : shown.suspicious(new Doubt.FailsInDefaultOrder(inOrder - passed, inOrder));
  }
}

package dev.harrier.explore.loop;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;

/**
 * What a test does without the schedule under which it failed: a failure that comes anyway is not
 * the schedule's. The default order is one that Go may choose as any other: a test that fails in
 * it, and passes under another schedule that lets no time pass, depends on the order as well.
 *
 * @param inOrder runs in the default order, of the same seed; 0 if there was no time for one
 * @param passed how many of them passed
 * @param otherwise runs under another schedule, where none of the others passed; 0 if no such
 *     schedule was known
 * @param passedOtherwise how many of those passed
 * @param natively runs without a schedule that ended; 0 if none did
 * @param passedNatively how many of those passed
 */
record OrdinaryRuns(
    int inOrder, int passed, int otherwise, int passedOtherwise, int natively, int passedNatively) {
  /** Whether the failure of a test is a finding only if the test passes otherwise. */
  static boolean decide(Finding finding) {
    return finding.defect() instanceof Defect.TestFailed;
  }

  /** How many there were. */
  int all() {
    return inOrder + otherwise + natively;
  }

  /**
   * Whether the test also fails without the schedule, as far as was seen. Where it fails in the
   * default order, the other one has to pass each time, and it has to pass without any: it may be
   * something else that makes it fail.
   */
  boolean fail() {
    return passed == 0
        ? passedNatively == 0 || passedOtherwise < otherwise || otherwise == 0
        : natively > 0 && passedNatively == 0;
  }

  /** Whether it fails in the default order, and nothing says yet that it also fails otherwise. */
  boolean isOpen() {
    return passed == 0 && passedOtherwise == otherwise && (otherwise == 0 || natively == 0);
  }

  /** A failure of a test that passes here, with that for its evidence. */
  Finding judge(Finding finding) {
    Finding shown =
        finding.with(
            finding
                .explanation()
                .shownBy(new Evidence.PassesOtherwise(passed, passedOtherwise, passedNatively)));
    return passed == 0 || passed == inOrder
        ? shown
        : shown.suspicious(new Doubt.FailsInDefaultOrder(inOrder - passed, inOrder));
  }
}

package dev.harrier.cli;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Participant;

/**
 * Judges panics where a test runs once. One in the test's own goroutine is what {@code go test}
 * alone shows, too, such as a nil response because there is no network: without other schedules
 * nothing says that it has to do with concurrency.
 */
final class PanicsOfTests {
  private PanicsOfTests() {}

  /** The finding; suspicious if it is such a panic. */
  static Finding judge(Finding finding) {
    return finding.defect() instanceof Defect.Crashed crashed
            && !crashed.fatal()
            && finding.participants().getFirst().part() == Participant.Part.PANICKED_AS_TEST
        ? finding.suspicious(new Doubt.PanicOfTestItself())
        : finding;
  }
}

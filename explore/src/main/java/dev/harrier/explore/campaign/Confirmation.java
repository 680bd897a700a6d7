package dev.harrier.explore.campaign;

import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether what was expected has happened. */
final class Confirmation {
  private Confirmation() {}

  /**
   * Whether {@code observed} is what {@code expected} said could happen: the same defect, or one in
   * which goroutines are stuck at all the places where it said that they would be.
   */
  static boolean of(Finding expected, Finding observed) {
    if (expected.fingerprint().equals(observed.fingerprint())) {
      return true;
    }
    Set<Site> places =
        observed.participants().stream()
            .flatMap(participant -> participant.stack().frames().stream())
            .collect(Collectors.toSet());
    List<Participant> stuck = expected.participants();
    return expected.strength() == Strength.PREDICTED
        && !stuck.isEmpty()
        && stuck.stream()
            .allMatch(
                participant -> participant.stack().frames().stream().anyMatch(places::contains));
  }

  /** A prediction says how hard it was tried to make it happen. */
  static Finding tried(Finding finding, long executions) {
    return finding.strength() == Strength.PREDICTED
        ? finding.doubted(new Doubt.NotConfirmed(executions))
        : finding;
  }
}

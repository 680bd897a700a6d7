package dev.harrier.explore.confirm;

import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether what was expected has happened. */
public final class Confirmation {
  private Confirmation() {}

  /** Whether what {@code expected} said could happen was observed among {@code findings}. */
  public static boolean among(List<Finding> findings, Finding expected) {
    return findings.stream().anyMatch(finding -> isShownBy(expected, finding));
  }

  /** Whether {@code finding} was observed and is what {@code expected} said could happen. */
  public static boolean isShownBy(Finding expected, Finding finding) {
    return finding.strength() == Strength.OBSERVED && of(expected, finding);
  }

  /**
   * Whether {@code observed} is what {@code expected} said could happen: the same defect, or one in
   * which goroutines are stuck at all the places where it said that they would be.
   */
  public static boolean of(Finding expected, Finding observed) {
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

  /** How many executions were directed at a prediction, as {@link #tried} noted it. */
  public static long directed(Finding prediction) {
    return prediction.explanation().doubts().stream()
        .filter(Doubt.NotConfirmed.class::isInstance)
        .mapToLong(doubt -> ((Doubt.NotConfirmed) doubt).directed())
        .sum();
  }

  /** The same without what {@link #tried} noted. */
  public static Finding untried(Finding finding) {
    Explanation explanation = finding.explanation();
    return finding.with(
        explanation.because(
            explanation.doubts().stream()
                .filter(doubt -> !(doubt instanceof Doubt.NotConfirmed))
                .toList()));
  }

  /** A prediction says how hard it was tried to make it happen. */
  public static Finding tried(Finding finding, long executions, long directed) {
    return finding.strength() == Strength.PREDICTED
        ? finding.doubted(new Doubt.NotConfirmed(executions, directed))
        : finding;
  }
}

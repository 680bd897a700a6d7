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
  /**
   * Where the goroutines were brought to their places so often, and something kept them from being
   * stuck there each time, that is likelier than the prediction.
   */
  private static final int IN_VAIN = 5;

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
            .map(Confirmation::place)
            .collect(Collectors.toSet());
    List<Participant> stuck = expected.participants();
    return isPrediction(expected)
        && !stuck.isEmpty()
        && stuck.stream()
            .allMatch(participant ->
                participant.stack().frames().stream()
                    .map(Confirmation::place)
                    .anyMatch(places::contains));
  }

  /** A line has one name; functions of {@code main} have another one in a test binary. */
  private static Site place(Site site) {
    return site.file().isEmpty() ? site : new Site("", site.file(), site.line());
  }

  /**
   * The search for a prediction, as {@link #tried} noted it; one of no executions if it did not.
   */
  public static Doubt.NotConfirmed search(Finding prediction) {
    return prediction.explanation().doubts().stream()
        .filter(Doubt.NotConfirmed.class::isInstance)
        .map(Doubt.NotConfirmed.class::cast)
        .reduce(new Doubt.NotConfirmed(0, 0, 0, List.of()), Doubt.NotConfirmed::plus);
  }

  /** Whether it was predicted, also if a search has made it suspicious. */
  static boolean isPrediction(Finding finding) {
    return finding.strength() == Strength.PREDICTED || search(finding).executions() > 0;
  }

  /** The same without what {@link #tried} noted, as strong as it was before. */
  public static Finding untried(Finding finding) {
    Explanation explanation = finding.explanation();
    Finding before = isPrediction(finding) ? finding.with(Strength.PREDICTED) : finding;
    return before.with(
        explanation.withDoubts(
            explanation.doubts().stream()
                .filter(doubt -> !(doubt instanceof Doubt.NotConfirmed))
                .toList()));
  }

  /**
   * A prediction says how hard it was tried to make it happen, and is only suspicious if that was
   * tried in vain. That proves nothing: what keeps it from happening may depend on the test's
   * input.
   */
  public static Finding tried(Finding finding, Doubt.NotConfirmed search) {
    if (finding.strength() != Strength.PREDICTED) {
      return finding;
    }
    return search.arrived() >= IN_VAIN ? finding.suspicious(search) : finding.doubted(search);
  }
}

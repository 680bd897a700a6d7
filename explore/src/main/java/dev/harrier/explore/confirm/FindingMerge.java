package dev.harrier.explore.confirm;

import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Witness;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins the findings of explorations that were made apart, as if they had been one. */
public final class FindingMerge {
  /** The stronger first, then the one whose replays show it most often, then the simplest. */
  private static final Comparator<Finding> BEST =
      Comparator.comparing(Finding::strength)
          .thenComparing(Comparator.comparingDouble(FindingMerge::reproduced).reversed())
          .thenComparingInt(f -> f.witness().schedule().map(String::length).orElse(0))
          .thenComparing(f -> f.witness().schedule().orElse(""));

  private FindingMerge() {}

  /**
   * One for each defect, in the order of first appearance: the best, with the sightings of all. A
   * prediction that another exploration made happen is left out; one that none did says how many
   * executions all of them spent.
   */
  public static List<Finding> of(Collection<Finding> findings) {
    record Key(String fingerprint, String file, int line) {}
    Map<Key, Finding> merged = new LinkedHashMap<>();
    for (Finding finding : findings) {
      Key key =
          new Key(finding.fingerprint(), finding.location().file(), finding.location().line());
      merged.merge(key, finding, FindingMerge::join);
    }
    return merged.values().stream()
        .filter(f ->
            f.strength().isProven()
                || merged.values().stream().noneMatch(other -> Confirmation.isShownBy(f, other)))
        .toList();
  }

  /** Of two that are one defect. */
  public static Finding join(Finding a, Finding b) {
    Finding best = BEST.compare(a, b) <= 0 ? a : b;
    Finding both = best.with(a.sightings().plus(b.sightings()));
    Doubt.NotConfirmed search = Confirmation.search(a).plus(Confirmation.search(b));
    return search.executions() > 0 && Confirmation.isPrediction(best)
        ? Confirmation.tried(Confirmation.untried(both), search)
        : both;
  }

  private static double reproduced(Finding finding) {
    return finding
        .witness()
        .reproduction()
        .filter(r -> r.runs() > 0)
        .map((Witness.Reproduction r) -> (double) r.seen() / r.runs())
        .orElse(0.0);
  }
}

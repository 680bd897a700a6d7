package dev.harrier.analysis.engine;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins the findings of several traces of one run. */
public final class Folding {
  private Folding() {}

  /**
   * Findings with the same fingerprint and the same place become one with the sum of the counts;
   * the better proved one explains it. The order is that of first appearance.
   */
  public static List<Finding> fold(Collection<Finding> findings) {
    record Key(String fingerprint, String file, int line) {}
    Map<Key, Finding> folded = new LinkedHashMap<>();
    for (Finding finding : findings) {
      Key key =
          new Key(finding.fingerprint(), finding.location().file(), finding.location().line());
      folded.merge(key, finding, Folding::join);
    }
    return List.copyOf(folded.values());
  }

  private static Finding join(Finding a, Finding b) {
    boolean second = a.strength() == Strength.SUSPICIOUS && b.strength() != Strength.SUSPICIOUS;
    return (second ? b : a).with(a.sightings().plus(b.sightings()));
  }
}

package dev.harrier.report;

import dev.harrier.model.finding.Finding;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The findings that were there before: counted, and no reason to fail.
 *
 * @param source what says so, as the user named it; "" if nothing does
 * @param fingerprints of those findings
 */
public record Baseline(String source, Set<String> fingerprints) {
  public static final Baseline NONE = new Baseline("", Set.of());

  public Baseline {
    fingerprints = Set.copyOf(fingerprints);
  }

  /** Whether this finding was there before. */
  public boolean covers(Finding finding) {
    return fingerprints.contains(finding.fingerprint());
  }

  /** What either of two knows. */
  public Baseline and(Baseline other) {
    if (source.isEmpty() || other.source.isEmpty()) {
      return source.isEmpty() ? other : this;
    }
    Set<String> both = new HashSet<>(fingerprints);
    both.addAll(other.fingerprints);
    return new Baseline(source + " and " + other.source, both);
  }

  /** What of it these findings show again: all that a stored run needs to keep. */
  public Baseline among(Collection<Finding> findings) {
    Set<String> seen = new HashSet<>();
    findings.stream().filter(this::covers).map(Finding::fingerprint).forEach(seen::add);
    return new Baseline(source, seen);
  }
}

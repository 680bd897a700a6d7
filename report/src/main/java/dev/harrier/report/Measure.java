package dev.harrier.report;

import dev.harrier.model.finding.Finding;

/**
 * By which measure findings are a reason to fail.
 *
 * @param failOn how strong they are at least
 * @param known those that were there before, which are none
 */
public record Measure(FailOn failOn, Known known) {
  /** Every finding that is strong enough counts. */
  public static Measure of(FailOn failOn) {
    return new Measure(failOn, Known.NONE);
  }

  /** Whether a finding is a reason to fail. */
  public boolean fails(Finding finding) {
    return failOn.fails(finding.strength()) && !known.covers(finding);
  }
}

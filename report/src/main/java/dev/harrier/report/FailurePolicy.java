package dev.harrier.report;

import dev.harrier.model.ending.Gap;
import dev.harrier.model.finding.Finding;

/**
 * Which findings and gaps are a reason to fail.
 *
 * @param failOn how strong findings are at least
 * @param incomplete whether every gap is a reason; else only one that loses a whole process, test
 *     or shard
 * @param known findings that were there before, which are not a reason
 */
public record FailurePolicy(FailOn failOn, boolean incomplete, Baseline known) {
  /** Of which only gaps that lose a whole process, test or shard are a reason. */
  public FailurePolicy(FailOn failOn, Baseline known) {
    this(failOn, false, known);
  }

  /** Every finding that is strong enough counts. */
  public static FailurePolicy of(FailOn failOn) {
    return new FailurePolicy(failOn, false, Baseline.NONE);
  }

  /** Whether a finding is a reason to fail. */
  public boolean fails(Finding finding) {
    return failOn.fails(finding.strength()) && !known.covers(finding);
  }

  /** Whether a gap is a reason to fail. */
  public boolean fails(Gap gap) {
    return gap.losesAll() || (incomplete && !isAccepted(gap));
  }

  private static boolean isAccepted(Gap gap) {
    return gap instanceof Gap.LostRun run && run.accepted();
  }
}

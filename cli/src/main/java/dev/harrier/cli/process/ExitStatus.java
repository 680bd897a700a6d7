package dev.harrier.cli.process;

import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;

/** What the shell gets. The meanings never mix. */
public enum ExitStatus {
  NOTHING_FOUND(0),
  FINDINGS(1),
  /** Bad usage or input. */
  USAGE(2),
  /** The program under test does not build, or its own tests fail without a finding. */
  TARGET_FAILED(3),
  HARRIER_FAILED(4),
  /** The user ended the run before anything was found; 128 + SIGINT, as shells have it. */
  INTERRUPTED(130);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  /** The number. */
  public int code() {
    return code;
  }

  /**
   * The status of a run: a failure of Harrier outweighs findings, and findings outweigh the failure
   * of the program, which they usually explain. A whole process, test or shard that was not looked
   * at is a failure of Harrier.
   */
  public static ExitStatus of(RunReport report) {
    RunOutcome outcome =
        report.run().ending().map(RunRecord.Ending::outcome).orElse(new RunOutcome.Interrupted());
    if (outcome instanceof RunOutcome.ToolFailed || report.run().failsByGaps()) {
      return HARRIER_FAILED;
    }
    if (!report.failing().isEmpty()) {
      return FINDINGS;
    }
    return switch (outcome) {
      case RunOutcome.Passed _ -> NOTHING_FOUND;
      case RunOutcome.TargetFailed _, RunOutcome.TimedOut _ -> TARGET_FAILED;
      case RunOutcome.Interrupted _ -> INTERRUPTED;
      case RunOutcome.ToolFailed _ -> HARRIER_FAILED;
    };
  }
}

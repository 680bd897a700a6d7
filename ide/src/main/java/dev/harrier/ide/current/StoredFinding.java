package dev.harrier.ide.current;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;

/** A finding with the newest run that showed it. */
public record StoredFinding(RunReport report, Finding finding) {
  public RunRecord run() {
    return report.run();
  }

  /** Whether it is a reason to fail, by the measure of its run. */
  public boolean fails() {
    return report.fails(finding);
  }
}

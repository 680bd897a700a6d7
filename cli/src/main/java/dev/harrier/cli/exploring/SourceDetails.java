package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.report.RunReport;

/** What the source says of findings: edits that may fix them, and names in their tables. */
public final class SourceDetails {
  private SourceDetails() {}

  /** The same report with what is known of it. */
  public static RunReport in(RunReport report, Installation installation, CommandContext context) {
    RunReport fixable =
        new RunReport(report.run(), installation.fixes(context).suggest(report.findings()));
    return OperandNames.in(fixable, installation.sources(context));
  }
}

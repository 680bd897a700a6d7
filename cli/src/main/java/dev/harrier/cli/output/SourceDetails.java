package dev.harrier.cli.output;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.edit.FixSuggester;
import dev.harrier.toolchain.usage.UsageScanner;

/** What the source says of findings: edits that may fix them, and names in their tables. */
@FunctionalInterface
public interface SourceDetails {
  /** Where the sources are not at hand, or a report has their details already. */
  SourceDetails NONE = report -> report;

  /** The same report with what is known of it. */
  RunReport in(RunReport report);

  /** Of the modules that a command is about. */
  static SourceDetails of(Installation installation, CommandContext context) {
    return of(installation.fixes(context), installation.sources(context));
  }

  /** Of the module where the user is, if a Go is there to read it. */
  static SourceDetails here(CommandContext context) {
    return report -> {
      if (report.findings().isEmpty()) {
        return report;
      }
      try {
        return of(GoToolchain.find(context.directory(), context.environment()), context).in(report);
      } catch (ToolchainException unreadable) {
        return report;
      }
    };
  }

  /** Of the module that a Go was found for. */
  static SourceDetails of(GoToolchain go, CommandContext context) {
    return of(
        new FixSuggester(
            go, CacheDirectory.of(context.environment()), new SourcePaths(go.moduleRoot())::covers),
        new UsageScanner(go, CacheDirectory.of(context.environment())));
  }

  private static SourceDetails of(FixSuggester fixes, UsageScanner sources) {
    return report ->
        OperandNames.in(new RunReport(report.run(), fixes.suggest(report.findings())), sources);
  }
}

package dev.harrier.cli.output;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.FixSuggester;
import dev.harrier.toolchain.source.UsageScanner;
import java.io.PrintStream;

/** What the source says of findings: edits that may fix them, and names in their tables. */
@FunctionalInterface
public interface SourceDetails {
  /**
   * Where the sources are not at hand, or a report has their details already. What is in memory, of
   * no known type, is left out.
   */
  SourceDetails NONE = report -> OperandNames.without(AssertionReads.without(report));

  /** The same report with what is known of it; without memory of no known type. */
  RunReport in(RunReport report);

  /** The same, but if it fails by a fault of Harrier, that is said and costs only the details. */
  default SourceDetails orNone(PrintStream errors) {
    return report -> {
      try {
        return in(report);
      } catch (RuntimeException e) {
        errors.printf(
            "harrier: findings have no fixes and no names from the source: internal error, please"
                + " report it with this: %s%n",
            e);
        return NONE.in(report);
      }
    };
  }

  /** Of the modules that a command is about. */
  static SourceDetails of(Installation installation, CommandContext context) {
    return of(installation.fixes(context), installation.sources(context), context);
  }

  /** Of the module where the user is, if a Go is there to read it. */
  static SourceDetails here(CommandContext context) {
    return report -> {
      if (report.findings().isEmpty()) {
        return NONE.in(report);
      }
      try {
        return of(GoToolchain.find(context.directory(), context.environment()), context).in(report);
      } catch (ToolchainException unreadable) {
        return NONE.in(report);
      }
    };
  }

  /** Of the module that a Go was found for. */
  static SourceDetails of(GoToolchain go, CommandContext context) {
    return of(
        new FixSuggester(
            go, CacheDirectory.of(context.environment()), new SourcePaths(go.moduleRoot())::covers),
        new UsageScanner(go, CacheDirectory.of(context.environment())),
        context);
  }

  private static SourceDetails of(
      FixSuggester fixes, UsageScanner sources, CommandContext context) {
    SourceDetails details =
        report -> {
          RunReport fixed = new RunReport(report.run(), fixes.suggest(report.findings()));
          return AssertionReads.legible(
              OperandNames.in(AssertionReads.in(fixed, sources), sources));
        };
    return details.orNone(context.errors());
  }
}

package dev.harrier.cli.output;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;

/** The end of a run: the result is kept and shown. */
public final class Reporting {
  private Reporting() {}

  /** Where people read the report of a command. */
  public enum Stream {
    OUTPUT,
    ERRORS
  }

  /** Shows the findings of a run that is not kept, with what their sources say of them. */
  public static ExitStatus show(
      OutputOptions output,
      RunReport report,
      SourceDetails details,
      CommandContext context,
      Stream stream)
      throws UserError {
    return show(output, details.in(report), context, stream);
  }

  private static ExitStatus show(
      OutputOptions output, RunReport report, CommandContext context, Stream stream)
      throws UserError {
    switch (stream) {
      case OUTPUT -> output.write(report, context, context.output(), context.outputIsTerminal());
      case ERRORS -> output.write(report, context, context.errors(), context.errorsIsTerminal());
    }
    return ExitStatus.of(report);
  }

  /**
   * Shows the findings first, then keeps them: those that can't be kept were shown, those that
   * can't be shown are kept.
   *
   * @param details what the sources say of the findings, which is shown and kept with them
   * @throws StoreException if they could not be kept
   */
  public static ExitStatus report(
      OutputOptions output,
      RunStore store,
      RunDirectory directory,
      RunReport report,
      SourceDetails details,
      CommandContext context,
      Stream stream)
      throws UserError, StoreException {
    RunReport detailed = details.in(report);
    try {
      return show(output, detailed, context, stream);
    } finally {
      directory.save(output.allowed(detailed));
      store.finish(directory);
    }
  }
}

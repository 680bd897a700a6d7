package dev.harrier.cli.report;

import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.StoredFindings;
import dev.harrier.cli.process.StoredRuns;
import dev.harrier.cli.process.UserError;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.report.store.StoreException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code harrier show FINDING}: all of one finding. */
@Command(
    name = "show",
    description = "Print all of one stored finding: stacks, objects, steps and its interleaving.",
    footer = {"", "  harrier show 80f61197"})
public final class ShowCommand implements Callable<Integer> {
  private final CommandContext context;

  @Mixin private OutputOptions.Style style = new OutputOptions.Style();

  @Parameters(
      paramLabel = "FINDING",
      description = "The start of its fingerprint (RUN/START for that of an older run).")
  private String finding = "";

  public ShowCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws UserError {
    StoredRuns runs = new StoredRuns(context);
    try {
      StoredFinding found = new StoredFindings(runs.store()).find(finding).getFirst();
      context
          .output()
          .append(style.whole(found.report(), found.finding(), runs.lines(found.report()), context))
          .flush();
    } catch (StoreException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
    return ExitStatus.NOTHING_FOUND.code();
  }
}

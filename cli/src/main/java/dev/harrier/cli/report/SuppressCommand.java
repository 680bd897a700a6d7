package dev.harrier.cli.report;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.output.RulePages;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.StoredFindings;
import dev.harrier.cli.process.StoredRuns;
import dev.harrier.cli.process.UserError;
import dev.harrier.ide.current.ModuleStore;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.Printable;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.suppress.HarrierToml;
import dev.harrier.report.suppress.SuppressionException;
import dev.harrier.report.suppress.Suppressions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code harrier suppress FINDING}: silences a finding that someone accepts. */
@Command(
    name = "suppress",
    description = {
      "Add an entry to .harrier.toml that silences a stored finding.",
      "It silences findings of the same rule in the same function and file. It changes no Go file."
    },
    footer = {"", "  harrier suppress 80f61197 -reason 'the pool lives as long as the process'"})
public final class SuppressCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = {"-reason", "--reason"},
      paramLabel = "TEXT",
      description = "Why the finding is accepted (required).")
  private String reason = "";

  @Parameters(
      paramLabel = "FINDING",
      description = "The start of its fingerprint (RUN/START for that of an older run).")
  private String finding = "";

  public SuppressCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws UserError {
    if (reason.isBlank()) {
      throw UserError.usage(
          "-reason is missing: say why the finding is accepted, as in -reason 'the pool lives as long as the process'");
    }
    ModuleStore place = new StoredRuns(context).place();
    try {
      Finding found = new StoredFindings(place.runs()).find(finding).getFirst().finding();
      String entry = Suppressions.add(place.root(), RulePages.NAMES, found, reason.strip());
      context.output().printf("added to .harrier.toml:%n%s", Printable.text(entry));
    } catch (StoreException | SuppressionException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw UserError.usage(
          "the entry can't be added to %s: %s"
              .formatted(place.root().resolve(HarrierToml.NAME), IoErrors.reason(e)));
    }
    return ExitStatus.NOTHING_FOUND.code();
  }
}

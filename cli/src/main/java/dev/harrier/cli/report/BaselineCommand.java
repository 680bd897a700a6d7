package dev.harrier.cli.report;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.IoErrors;
import dev.harrier.base.text.Plurals;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.StoredRuns;
import dev.harrier.cli.process.UserError;
import dev.harrier.report.RunId;
import dev.harrier.report.RunReport;
import dev.harrier.report.json.JsonDocuments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code harrier baseline [RUN...]}: what was found so far is known; runs nothing. */
@Command(
    name = "baseline",
    description = {
      "Write the findings of stored runs to a file, so that -baseline reports only what is new.",
      "Findings keep their fingerprints when lines move; commit the file to the repository."
    })
public final class BaselineCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = {"-out", "--out"},
      paramLabel = "FILE",
      description = "The file to write (default ${DEFAULT-VALUE}).")
  private Path out = Path.of("harrier-baseline.json");

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN",
      description =
          "The runs, as harrier report -list names them, for instance one of test and one of vet"
              + " (default: the latest).")
  private List<String> runs = new ArrayList<>();

  public BaselineCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws UserError {
    StoredRuns stored = new StoredRuns(context);
    List<RunReport> reports = new ArrayList<>();
    if (runs.isEmpty()) {
      reports.add(stored.read(Optional.empty()));
    }
    for (String run : runs) {
      if (!RunId.isRunId(run)) {
        throw UserError.usage(
            "%s is not the name of a run, such as 20260131-235959-1; harrier report -list shows them"
                .formatted(run));
      }
      reports.add(stored.read(Optional.of(run)));
    }
    long findings =
        reports.stream()
            .flatMap(report -> report.findings().stream())
            .map(finding -> finding.fingerprint())
            .distinct()
            .count();
    try {
      AtomicFile.replace(context.directory().resolve(out), JsonDocuments.baseline(reports));
    } catch (IOException e) {
      throw UserError.usage(
          "the baseline can't be written to %s: %s".formatted(out, IoErrors.reason(e)));
    }
    context
        .output()
        .printf(
            "%s: %s of %s%n",
            out,
            Plurals.count(findings, "finding"),
            reports.size() == 1
                ? "run " + reports.getFirst().run().id()
                : Plurals.count(reports.size(), "run"));
    return ExitStatus.NOTHING_FOUND.code();
  }
}

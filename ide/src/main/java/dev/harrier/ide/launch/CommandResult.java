package dev.harrier.ide.launch;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.MalformedJsonException;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a command of Harrier ended.
 *
 * @param status as {@code docs/exit-status.md} has it
 * @param output what it wrote to standard output: its report, if it has one
 * @param said the last lines of what it and the program under test wrote to standard error
 */
public record CommandResult(int status, String output, List<String> said) {
  private static final int HARRIER_FAILED = 4;
  private static final String PREFIX = "harrier: ";

  public CommandResult {
    said = List.copyOf(said);
  }

  /** A command that could not be started. */
  public static CommandResult notStarted(IOException reason) {
    return new CommandResult(HARRIER_FAILED, "", List.of(PREFIX + reason.getMessage()));
  }

  /** Whether Harrier itself failed, or could not even be started. */
  public boolean isHarrierFailed() {
    return status == HARRIER_FAILED;
  }

  /** Its report; empty if it has none, because it could not begin or was killed. */
  public Optional<RunReport> report() {
    if (output.isBlank()) {
      return Optional.empty();
    }
    try {
      RunRecord run = JsonDocuments.readRun(new StringReader(output));
      List<Finding> findings =
          JsonDocuments.readFindings(new StringReader(output), run.moduleRoot());
      return Optional.of(new RunReport(run, findings));
    } catch (MalformedJsonException e) {
      return Optional.empty();
    }
  }

  /** Why there is no report, in Harrier's own words. */
  public String failure() {
    String own =
        said.stream()
            .filter(line -> line.startsWith(PREFIX))
            .map(line -> line.substring(PREFIX.length()))
            .collect(Collectors.joining("\n"));
    if (!own.isEmpty()) {
      return own;
    }
    return said.isEmpty()
        ? "harrier ended with status %d and said nothing".formatted(status)
        : String.join("\n", said);
  }
}

package dev.harrier.report;

import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.trace.Completeness;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a run was and how it ended, apart from what it found.
 *
 * @param command the command line, beginning with {@code harrier}
 * @param directory where it was given
 * @param moduleRoot the Go module that it was about
 * @param pid the Harrier process, which tells a run that is still going on from one that was killed
 * @param ending empty while the run goes on, and for ever if Harrier was killed
 */
public record RunRecord(
    RunId id,
    String harrierVersion,
    GoInstallation go,
    List<String> command,
    Path directory,
    Path moduleRoot,
    long pid,
    Instant started,
    Optional<Ending> ending) {
  public RunRecord {
    command = List.copyOf(command);
  }

  /** The Go that built and ran the program. */
  public record GoInstallation(String version, Path root) {}

  /**
   * How a run ended.
   *
   * @param completeness whether the traces tell everything that happened
   * @param processes how many processes were traced
   * @param events how many events their traces have
   * @param notes what the user should know besides the findings, one sentence each
   */
  public record Ending(
      Duration duration,
      RunOutcome outcome,
      Completeness completeness,
      int processes,
      long events,
      List<String> notes) {
    public Ending {
      notes = List.copyOf(notes);
    }
  }

  /** The same run, ended. */
  public RunRecord ended(Ending how) {
    return new RunRecord(
        id, harrierVersion, go, command, directory, moduleRoot, pid, started, Optional.of(how));
  }
}

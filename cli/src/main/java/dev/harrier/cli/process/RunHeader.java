package dev.harrier.cli.process;

import dev.harrier.report.FailurePolicy;
import dev.harrier.report.Revision;
import dev.harrier.report.RunRecord;
import dev.harrier.report.store.RunDirectory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is known of a run of a module when it begins. */
public final class RunHeader {
  private RunHeader() {}

  /**
   * The record of a run that has not ended.
   *
   * @param revision of the module's root
   */
  public static RunRecord of(
      RunDirectory directory,
      RunRecord.GoInstallation go,
      List<String> command,
      CommandContext context,
      Path moduleRoot,
      Optional<Revision> revision,
      Instant started,
      FailurePolicy policy) {
    return new RunRecord(
        directory.id(),
        Version.current(),
        go,
        command,
        context.invocation(),
        context.directory(),
        moduleRoot,
        revision,
        ProcessHandle.current().pid(),
        started,
        policy,
        Optional.empty());
  }
}

package dev.harrier.cli.fuzzing;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.RunRecord;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** A run that has its directory in the store, and no result yet. */
public record BegunRun(RunStore store, RunDirectory directory, RunRecord header) {
  /**
   * Begins one; with its header no other Harrier removes it while this process lives.
   *
   * @param line the command line
   */
  public static BegunRun of(
      Installation installation,
      CommandContext context,
      List<String> line,
      Instant started,
      FailurePolicy policy)
      throws StoreException, IOException {
    RunStore store = installation.store(context);
    RunDirectory directory = store.begin(started);
    RunRecord header = installation.header(directory, line, context, started, policy);
    directory.save(header);
    return new BegunRun(store, directory, header);
  }
}

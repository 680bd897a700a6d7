package dev.harrier.cli;

import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.util.Optional;

/** The end of a run: what it came to is kept and shown. */
final class Reporting {
  private Reporting() {}

  /**
   * Shows the findings even if they can't be kept.
   *
   * @throws StoreException if they could not be kept
   */
  static ExitStatus report(
      CommandContext surroundings,
      OutputOptions output,
      RunStore store,
      RunDirectory directory,
      RunReport report)
      throws UserError, StoreException {
    Optional<StoreException> failure = keep(store, directory, report);
    output.write(report, surroundings, surroundings.output(), surroundings.outputIsTerminal());
    if (failure.isPresent()) {
      throw failure.get();
    }
    return ExitStatus.of(report);
  }

  static Optional<StoreException> keep(RunStore store, RunDirectory directory, RunReport report) {
    try {
      directory.save(report);
      store.finish(directory);
      return Optional.empty();
    } catch (StoreException e) {
      return Optional.of(e);
    }
  }
}

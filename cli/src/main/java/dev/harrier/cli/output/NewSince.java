package dev.harrier.cli.output;

import dev.harrier.cli.git.Git;
import dev.harrier.cli.git.GitException;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.StoredRuns;
import dev.harrier.cli.process.UserError;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.Baseline;
import dev.harrier.report.Revision;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What stored runs of a revision found; runs nothing. */
record NewSince(CommandContext context) {
  /**
   * The findings of all stored runs that were made from a revision.
   *
   * @param ref as Git takes it
   * @param command whose runs can be compared, as "test"; those of others are no measure
   */
  Baseline known(String ref, String command) throws UserError {
    String commit = commit(ref);
    RunStore store = new StoredRuns(context).store();
    try {
      List<RunId> runs = new ArrayList<>();
      boolean changed = false;
      for (RunId id : store.list()) {
        Optional<RunRecord> run = header(store, id).filter(isMeasure(commit, command));
        if (run.flatMap(RunRecord::revision).map(Revision::changed).orElse(false)) {
          changed = true;
        } else if (run.isPresent()) {
          runs.add(id);
        }
      }
      if (runs.isEmpty()) {
        throw UserError.usage(missing(ref, new Revision(commit, false), command, changed));
      }
      Set<String> fingerprints = new HashSet<>();
      for (RunId id : runs) {
        store.read(id).findings().stream().map(Finding::fingerprint).forEach(fingerprints::add);
      }
      String which = runs.size() == 1 ? "run " + runs.getFirst() : runs.size() + " runs";
      return new Baseline("%s (%s)".formatted(ref, which), fingerprints);
    } catch (StoreException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }

  private String commit(String ref) throws UserError {
    try {
      return new Git(context.directory(), context.environment()).commit(ref);
    } catch (GitException e) {
      throw UserError.usage(
          "-new-since %s names no revision of this repository: %s".formatted(ref, e.getMessage()));
    }
  }

  /** A run that can't be read, of another version perhaps, is none to compare with. */
  private static Optional<RunRecord> header(RunStore store, RunId id) {
    try {
      return Optional.of(store.header(id));
    } catch (StoreException.Unreadable e) {
      return Optional.empty();
    }
  }

  /** One that was interrupted did not look at everything. */
  private static Predicate<RunRecord> isMeasure(String commit, String command) {
    return run ->
        run.revision().map(Revision::commit).filter(commit::equals).isPresent()
            && run.ran(command)
            && run.ending()
                .filter(end -> !(end.outcome() instanceof RunOutcome.Interrupted))
                .isPresent();
  }

  private static String missing(String ref, Revision revision, String command, boolean changed) {
    String what =
        changed
            ? "the runs of harrier %s at %s (commit %s) were made with uncommitted changes"
            : "no run of harrier %s is stored that was made from %s (commit %s)";
    return (what + "; make one with git checkout %s, harrier %s and git checkout -")
        .formatted(command, ref, revision.shown(), revision.shown(), command);
  }
}

package dev.harrier.cli.checkfix;

import dev.harrier.cli.process.OwnPrograms;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Program;
import dev.harrier.model.ending.Remark;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Optional;

/**
 * The program that showed a finding, which the store keeps for a while: that of the run that found
 * it, then those that checks of fixes hand on from one to the next, as only the newest run keeps
 * its programs. A stored run may come from anyone: a program that Harrier did not build here is
 * never one of them.
 */
final class KeptPrograms {
  private static final String BEFORE = "before";

  private final RunStore store;
  private final String fingerprint;
  private final ReplayCode code;
  private final OwnPrograms own;

  KeptPrograms(RunStore store, String fingerprint, ReplayCode code, OwnPrograms own) {
    this.store = store;
    this.own = own;
    this.fingerprint = fingerprint;
    this.code = code;
  }

  /**
   * The program before a change, of a copy in a run.
   *
   * @param after with the change
   */
  Optional<Program> before(Program after, RunDirectory run) throws StoreException, IOException {
    Optional<Path> found = find(String.valueOf(after.executable().getFileName()), run);
    return found.isEmpty() ? Optional.empty() : Optional.of(keep(found.get(), after, run));
  }

  /**
   * Copies the executable of such a program, which was built here, into a run.
   *
   * @param after with the change
   */
  Program keep(Path executable, Program after, RunDirectory run) throws IOException {
    Path kept = run.binaries().resolve(BEFORE).resolve(executable.getFileName());
    Files.createDirectories(Objects.requireNonNull(kept.getParent()));
    Files.copy(executable, kept, StandardCopyOption.REPLACE_EXISTING);
    own.note(kept);
    return new Program(
        after.importPath(),
        kept,
        after.runner(),
        after.directory(),
        code.code(),
        after.environment());
  }

  private Optional<Path> find(String name, RunDirectory current)
      throws StoreException, IOException {
    for (RunId id : store.list()) {
      if (id.equals(current.id())) {
        continue;
      }
      try {
        RunReport report = store.read(id);
        Path binaries = store.directory(id).binaries();
        Path file =
            isCheck(report.run()) ? binaries.resolve(BEFORE).resolve(name) : binaries.resolve(name);
        if ((isCheck(report.run()) || isFoundBy(report))
            && Files.isRegularFile(file)
            && own.has(file)) {
          return Optional.of(file);
        }
      } catch (StoreException.Unreadable e) {
        // A run that was cut short: another may have it.
      }
    }
    return Optional.empty();
  }

  /** Whether a run found it in the code of the schedule: its program is the one. */
  private boolean isFoundBy(RunReport report) {
    return report.findings().stream()
        .filter(finding -> finding.fingerprint().equals(fingerprint))
        .flatMap(finding -> finding.witness().schedule().stream())
        .anyMatch(code.toString()::equals);
  }

  private boolean isCheck(RunRecord run) {
    return run.ending().stream()
        .flatMap(ending -> ending.remarks().stream())
        .anyMatch(remark ->
            remark instanceof Remark.FixChecked(var check) && check.finding().equals(fingerprint));
  }
}

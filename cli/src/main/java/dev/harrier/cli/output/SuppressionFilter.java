package dev.harrier.cli.output;

import dev.harrier.cli.gocommand.GoFiles;
import dev.harrier.cli.process.SettingsFiles;
import dev.harrier.cli.process.UserError;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rule;
import dev.harrier.report.suppress.SuppressionException;
import dev.harrier.report.suppress.Suppressions;
import dev.harrier.toolchain.driver.MainModule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Takes out the findings that the user has silenced in the modules under test. */
public final class SuppressionFilter {
  private final List<Suppressions> suppressions;
  private final List<Rule> looked;

  private SuppressionFilter(List<Suppressions> suppressions, List<Rule> looked) {
    this.suppressions = suppressions;
    this.looked = looked;
  }

  /** What is left, and what to say about the suppressions. */
  public record Filtered(List<Finding> kept, List<Remark> remarks) {}

  /**
   * Reads the suppressions before anything runs, so that a mistake in them shows at once.
   *
   * @param settings has the {@code .harrier.toml} of each module
   * @param looked the rules that the run looks for in the modules as a whole: only for them a
   *     suppression that silences nothing is worth a note
   */
  public static SuppressionFilter of(
      SettingsFiles settings, List<MainModule> modules, List<Rule> looked)
      throws UserError, IOException {
    return new SuppressionFilter(load(settings, modules, GoFiles::below), looked);
  }

  /**
   * Looks for mistakes where suppressions can have them, which are the {@code .harrier.toml} files:
   * to read the comments of all Go files takes longer, and need not be over before anything runs.
   */
  public static void check(SettingsFiles settings, List<MainModule> modules)
      throws UserError, IOException {
    load(settings, modules, _ -> List.of());
  }

  private static List<Suppressions> load(
      SettingsFiles settings, List<MainModule> modules, Comments comments)
      throws UserError, IOException {
    List<Suppressions> all = new ArrayList<>();
    try {
      for (MainModule module : modules) {
        // Go's own library is no place for our comments, and large.
        if (!module.path().equals("std") && !module.path().equals("cmd")) {
          Path directory = module.directory();
          all.add(
              Suppressions.load(
                  settings.of(directory), RulePages.NAMES, comments.files(directory)));
        }
      }
    } catch (SuppressionException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
    return all;
  }

  /** The files of a module whose comments are read. */
  @FunctionalInterface
  private interface Comments {
    List<Path> files(Path module) throws IOException;
  }

  /**
   * The same for findings that took the place of what was left: what is to be said of the
   * suppressions themselves is said already.
   */
  public Filtered again(Filtered before, List<Finding> findings) {
    Filtered more = apply(findings);
    List<Remark> remarks = new ArrayList<>(before.remarks());
    more.remarks().stream().filter(Remark.Silenced.class::isInstance).forEach(remarks::add);
    return new Filtered(more.kept(), remarks);
  }

  public Filtered apply(List<Finding> findings) {
    List<Finding> left = findings;
    List<Remark> remarks = new ArrayList<>();
    int silenced = 0;
    for (Suppressions module : suppressions) {
      Suppressions.Outcome outcome = module.apply(left, looked);
      left = outcome.kept();
      silenced += outcome.silenced().size();
      for (Suppressions.Note note : outcome.notes()) {
        remarks.add(new Remark.UselessSuppression(note.file(), note.line(), note.message()));
      }
    }
    if (silenced > 0) {
      remarks.add(new Remark.Silenced(silenced));
    }
    return new Filtered(left, remarks);
  }
}

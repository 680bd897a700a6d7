package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.git.GitException;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Target;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Looks for new findings in the other tests that reach changed functions. */
final class OtherTests {
  private final FixSearch search;
  private final FormerPrograms former;
  private final ScheduleExploration exploration;
  private final ReplayCode code;
  private final Target own;
  private Optional<FixVerdict> another = Optional.empty();

  /**
   * @param own the test of the finding, which was explored before
   */
  OtherTests(
      FixSearch search,
      FormerPrograms former,
      ScheduleExploration exploration,
      ReplayCode code,
      Target own) {
    this.search = search;
    this.former = former;
    this.exploration = exploration;
    this.code = code;
    this.own = own;
  }

  /** The new finding, if there is one. */
  Optional<FixVerdict> another() {
    return another;
  }

  /**
   * Explores them.
   *
   * @param lines that the change has; empty if no one knows
   * @param root of the user's module
   */
  Optional<FixCheck.Changed> explore(Optional<ChangedLines> lines, Path root, Watch watch)
      throws ToolchainException, IOException {
    if (lines.isEmpty() || lines.get().around().isEmpty()) {
      return Optional.empty();
    }
    ReachingTests.Reached reached =
        new ReachingTests(
                exploration.context(),
                exploration.installation(),
                exploration.buildFlags(),
                exploration.shutdown()::isRequested)
            .of(lines.get(), root, exploration.directory().path().resolve("covered"), watch);
    List<Target> targets =
        new TestTargets(exploration, code.build(), code.testFlags())
            .of(reached.tests().stream().filter(test -> !isOwn(test)).toList(), watch);
    long executions = 0;
    if (!targets.isEmpty()) {
      FixSearch.OtherTests came = search.others(targets, this::before);
      executions = came.executions();
      another = came.another();
    }
    return Optional.of(
        new FixCheck.Changed(
            lines.get().count(),
            reached.unreached(),
            targets.stream().map(Target::shown).toList(),
            executions));
  }

  /** What can't be built any more is taken to have shown nothing. */
  private Optional<Target> before(Target target) {
    try {
      return former.of(target);
    } catch (UserError | ToolchainException | StoreException | GitException | IOException e) {
      return Optional.empty();
    }
  }

  private boolean isOwn(ReachingTests.Test test) {
    return test.packagePath().equals(own.program().importPath()) && test.name().equals(own.name());
  }
}

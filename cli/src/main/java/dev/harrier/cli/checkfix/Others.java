package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.git.GitException;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Target;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Looks for new findings in the other tests that reach changed lines. */
final class Others {
  private final FixSearch search;
  private final FormerPrograms former;
  private final ScheduleExploration exploration;
  private final ReplayCode code;
  private final Target own;
  private Optional<FixVerdict> another = Optional.empty();

  /**
   * @param own the test of the finding, which was explored before
   */
  Others(
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
    if (lines.isEmpty() || lines.get().count() == 0) {
      return Optional.empty();
    }
    ReachingTests.Reached reached =
        new ReachingTests(
                exploration.context(),
                exploration.installation(),
                exploration.buildFlags(),
                exploration.shutdown()::isRequested)
            .of(lines.get(), root, exploration.directory().path().resolve("covered"), watch);
    List<Target> targets = targets(reached.tests(), watch);
    long executions = 0;
    if (!targets.isEmpty()) {
      FixSearch.Others came = search.others(targets, this::before);
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

  /** The tests of each package, built as the finding's was. */
  private List<Target> targets(List<ReachingTests.Test> tests, Watch watch)
      throws ToolchainException, IOException {
    List<String> flags =
        new ArrayList<>(code.build().flags(exploration.installation().go().moduleRoot()));
    flags.addAll(exploration.buildFlags());
    Map<String, List<String>> byPackage =
        tests.stream()
            .filter(test -> !isOwn(test))
            .collect(
                Collectors.groupingBy(
                    ReachingTests.Test::packagePath,
                    Collectors.mapping(ReachingTests.Test::name, Collectors.toList())));
    List<Target> targets = new ArrayList<>();
    for (Map.Entry<String, List<String>> entry : byPackage.entrySet()) {
      Preparation preparation =
          exploration
              .installation()
              .preparation(
                  exploration
                      .installation()
                      .build(exploration.context(), Races.of(code.build().races()), flags),
                  exploration.runFlags(),
                  exploration.directory(),
                  watch,
                  exploration.shutdown());
      String names = "^(" + String.join("|", entry.getValue()) + ")$";
      try (Progress progress = new Progress(exploration.context())) {
        targets.addAll(
            preparation.targets(
                List.of(entry.getKey()),
                new Selection(false, names, "", code.testFlags()),
                progress::say));
      }
    }
    return targets;
  }

  private boolean isOwn(ReachingTests.Test test) {
    return test.packagePath().equals(own.program().importPath()) && test.name().equals(own.name());
  }
}

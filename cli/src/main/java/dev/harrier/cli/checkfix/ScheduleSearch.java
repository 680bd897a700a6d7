package dev.harrier.cli.checkfix;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.AccessPair;
import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.confirm.ExpectedFindingsGuide;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Looks for a schedule that shows a finding which has none, because Go's own scheduler ran the
 * program, or nothing did: in its test before the change, or, if it has none, in the tests that
 * reach its lines.
 *
 * @param before the sources before the change
 * @param root of the module where the finding names its files
 * @param buildFlags of the user
 * @param time for the exploration, without the builds
 */
record ScheduleSearch(
    Sources before,
    Path root,
    ShutdownHandler shutdown,
    List<String> buildFlags,
    Duration time,
    Watch watch) {
  /** Executions of a test, unless all its schedules are gone through. */
  private static final int PER_TEST = 500;

  /**
   * What came of it.
   *
   * @param finding with the schedule that shows it; empty if none does
   * @param tests that were explored
   */
  record Found(Optional<Finding> finding, long executions, long tests) {
    /** How it was found. */
    FixCheck.Scheduled how() {
      return new FixCheck.Scheduled(
          finding.map(Finding::topLevelTest).orElse(""), executions, tests);
    }
  }

  /**
   * Looks for one.
   *
   * @param path the package of the finding's test, if it has one
   */
  Found of(Finding unscheduled, Optional<String> path) throws ToolchainException, IOException {
    Path directory = Files.createTempDirectory("harrier-schedule");
    try {
      ScheduleExploration exploration =
          ScheduleExploration.in(
              directory, before.context(), before.installation(), shutdown, buildFlags);
      Finding sought = Sources.moved(List.of(unscheduled), root, moduleRoot()).getFirst();
      BuildSettings build = settings(unscheduled);
      List<ReachingTests.Test> tests =
          path.isEmpty()
              ? reaching(sought, build, directory.resolve("covered"))
              : List.of(new ReachingTests.Test(path.get(), sought.topLevelTest()));
      List<Target> targets = new TestTargets(exploration, build, List.of()).of(tests, watch);
      if (targets.isEmpty()) {
        return new Found(Optional.empty(), 0, 0);
      }
      Outcome outcome =
          exploration.fuzz(
              targets,
              Conditions.ofMachine(),
              FaultSetting.OFF,
              guide ->
                  new ExpectedFindingsGuide(
                      guide, List.of(sought), ScheduleSearch::isShownBy, PER_TEST),
              true,
              time,
              watch);
      return found(outcome, sought, build, targets.size());
    } finally {
      Trees.delete(directory);
    }
  }

  private Found found(Outcome outcome, Finding sought, BuildSettings build, int tests)
      throws IOException {
    ReplayCodes codes = ReplayCodes.of(build, List.of(), before.installation());
    Optional<Finding> shown =
        outcome.discoveries().stream()
            .filter(discovery -> discovery.best() instanceof Schedule.Controlled)
            .filter(discovery -> isShownBy(sought, discovery.reported()))
            .findFirst()
            .map(discovery ->
                discovery
                    .reported()
                    .with(Witnesses.of(codes, discovery, discovery.finding().fingerprint())));
    return new Found(
        Sources.moved(shown.stream().toList(), moduleRoot(), root).stream().findFirst(),
        outcome.executions(),
        tests);
  }

  private Path moduleRoot() {
    return before.installation().go().moduleRoot();
  }

  /** Its build, with the race detector of controlled executions. */
  private BuildSettings settings(Finding finding) {
    BuildSettings build =
        finding.witness().rerun() instanceof Rerun.TestAgain again
            ? again.flags()
            : before.installation().settings(before.context(), buildFlags);
    return build.with(Races.PACKAGES.detection(build.races()));
  }

  /** The tests that run a line of the finding; tests in test files have no coverage, so all. */
  private List<ReachingTests.Test> reaching(Finding sought, BuildSettings build, Path directory)
      throws ToolchainException, IOException {
    return new ReachingTests(
            before.context(),
            before.installation(),
            Stream.concat(build.flags(moduleRoot()).stream(), buildFlags.stream()).toList(),
            shutdown::isRequested)
        .of(ChangedLines.at(moduleRoot(), lines(sought)), moduleRoot(), directory, watch)
        .tests();
  }

  /** Where it is: what raced, where goroutines are stuck, and from where they came there. */
  private static Set<Location> lines(Finding finding) {
    Set<Location> lines = new LinkedHashSet<>();
    lines.add(finding.location());
    AccessPair.of(finding).forEach(pair -> lines.addAll(pair.places()));
    finding.participants().stream()
        .flatMap(participant -> participant.stack().frames().stream())
        .forEach(at -> lines.add(new Location(at.file(), at.line(), 1, at.function(), "")));
    return lines;
  }

  /**
   * Whether what an execution showed is that finding: a race of the same lines, or the same defect
   * at the same line, whatever functions of main packages are called in tests.
   */
  static boolean isShownBy(Finding sought, Finding observed) {
    return observed.strength() == Strength.OBSERVED
        && (Confirmation.of(sought, observed)
            || AccessPair.isShownBy(sought, observed)
            || (observed.rule().id().equals(sought.rule().id())
                && observed.location().line() == sought.location().line()
                && observed.location().file().equals(sought.location().file())));
  }
}

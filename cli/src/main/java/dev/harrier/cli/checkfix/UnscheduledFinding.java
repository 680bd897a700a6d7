package dev.harrier.cli.checkfix;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A finding that has no schedule: Go's own scheduler controlled the run, or nothing ran. Perhaps it
 * has a test.
 */
record UnscheduledFinding(StoredFinding stored, Installation installation) {
  private static final int LENGTH = 1;

  /** Its package and test, if it has one. */
  Optional<String> importPath() {
    return ownTest().map(again -> importPath(again.packagePattern()));
  }

  /**
   * Its test in the default order, where the program before the change is not known, so that no
   * schedule can be looked for.
   *
   * @throws UserError if it has no test
   */
  ReplayCode inDefaultOrder() throws UserError {
    Finding finding = stored.finding();
    Rerun.TestAgain again =
        ownTest()
            .orElseThrow(() ->
                UserError.usage(
                    ("finding %s has no schedule, and no test of its own. To find one that shows it,"
                            + " name the commit before the change: harrier check-fix -base REF %s")
                        .formatted(finding.fingerprint(), finding.fingerprint().substring(0, 8))));
    BuildSettings build = again.flags();
    return new ReplayCode(
        importPath(again.packagePattern()),
        finding.topLevelTest(),
        "",
        build.with(Races.PACKAGES.detection(build.races())),
        List.of(),
        "",
        installation.go().version().toString(),
        installation.hooks(),
        new Schedule.Controlled(
            Strategy.DEFAULT_ORDER,
            0,
            LENGTH,
            0,
            0,
            FaultShares.NONE,
            Conditions.ofMachine(),
            Plan.EMPTY),
        finding.fingerprint());
  }

  /** How its test is run again, if it has one. */
  private Optional<Rerun.TestAgain> ownTest() {
    return !stored.finding().test().isEmpty()
            && stored.finding().witness().rerun() instanceof Rerun.TestAgain again
        ? Optional.of(again)
        : Optional.empty();
  }

  /** What a pattern means in the directory of the run. */
  private String importPath(String pattern) {
    if (!pattern.isEmpty() && !pattern.startsWith(".")) {
      return pattern;
    }
    Path root = stored.run().moduleRoot();
    String below =
        root.relativize(stored.run().directory().resolve(pattern).normalize()).toString();
    String module = installation.modules().getFirst().path();
    return below.isEmpty() ? module : module + "/" + below;
  }
}

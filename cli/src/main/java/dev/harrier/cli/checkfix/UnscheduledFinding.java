package dev.harrier.cli.checkfix;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import java.nio.file.Path;
import java.util.List;

/** A finding of a run that Go's own scheduler controlled: it has a test, and no schedule yet. */
record UnscheduledFinding(StoredFinding stored, Installation installation) {
  private static final int LENGTH = 1;

  /**
   * Its test in the default order, from where a schedule is looked for.
   *
   * @throws UserError if it has no test
   */
  ReplayCode code() throws UserError {
    Finding finding = stored.finding();
    if (finding.test().isEmpty() || !(finding.witness().rerun() instanceof Rerun.TestAgain again)) {
      throw UserError.usage(
          ("finding %s has no test that shows it, so nothing can be explored."
                  + " harrier vet -confirm looks for one, and harrier vet says whether it is still"
                  + " reported")
              .formatted(finding.fingerprint()));
    }
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
            Conditions.of(Runtime.getRuntime().availableProcessors(), Network.MEMORY),
            Plan.EMPTY),
        finding.fingerprint());
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

package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.target.Target;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Builds tests to be explored, all with the same settings.
 *
 * @param build how a finding's own test was built
 * @param testFlags for each test binary
 */
record TestTargets(ScheduleExploration exploration, BuildSettings build, List<String> testFlags) {
  /** The tests that can be built. */
  List<Target> of(List<ReachingTests.Test> tests, Watch watch)
      throws ToolchainException, IOException {
    Installation installation = exploration.installation();
    List<String> flags = new ArrayList<>(build.flags(installation.go().moduleRoot()));
    flags.addAll(exploration.buildFlags());
    Map<String, List<String>> byPackage =
        tests.stream()
            .collect(
                Collectors.groupingBy(
                    ReachingTests.Test::packagePath,
                    Collectors.mapping(ReachingTests.Test::name, Collectors.toList())));
    List<Target> targets = new ArrayList<>();
    if (byPackage.isEmpty()) {
      return targets;
    }
    GoBuild built = installation.build(exploration.context(), Races.of(build.races()), flags);
    for (Map.Entry<String, List<String>> entry : byPackage.entrySet()) {
      String names = "^(" + String.join("|", entry.getValue()) + ")$";
      targets.addAll(exploration.targets(built, List.of(entry.getKey()), names, testFlags, watch));
    }
    return targets;
  }
}

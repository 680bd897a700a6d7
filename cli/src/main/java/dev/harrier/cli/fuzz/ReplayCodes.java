package dev.harrier.cli.fuzz;

import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import java.util.List;

/**
 * Makes the replay strings of one exploration.
 *
 * @param arguments of the programs, without what Harrier adds
 */
public record ReplayCodes(List<String> buildFlags, List<String> arguments, String goVersion) {
  public ReplayCode of(Target target, Schedule schedule, String fingerprint) {
    return new ReplayCode(
        target.program().importPath(),
        target.name(),
        target instanceof Target.OneTest test ? test.below() : "",
        buildFlags,
        arguments,
        target.program().code(),
        goVersion,
        schedule,
        fingerprint);
  }
}

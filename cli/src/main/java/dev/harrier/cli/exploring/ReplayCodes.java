package dev.harrier.cli.exploring;

import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.command.BuildSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the replay strings of one exploration.
 *
 * @param arguments of the programs, without what Harrier adds
 */
public record ReplayCodes(BuildSettings build, List<String> arguments, String goVersion) {
  public ReplayCode of(Target target, Schedule schedule, String fingerprint) {
    return new ReplayCode(
        target.program().importPath(),
        target.name(),
        target instanceof Target.OneTest test ? test.below() : "",
        build,
        arguments,
        target.program().code(),
        goVersion,
        schedule,
        fingerprint);
  }

  /** The words that follow {@code harrier replay} to run a schedule. */
  public static List<String> arguments(ReplayCode code) {
    List<String> words = new ArrayList<>(List.of(code.toString()));
    if (!code.programArguments().isEmpty()) {
      words.add("--");
      words.addAll(code.programArguments());
    }
    return words;
  }
}

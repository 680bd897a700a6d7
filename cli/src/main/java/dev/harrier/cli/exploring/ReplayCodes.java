package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.Installation;
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
 * @param hooks digest of the files of Go with hooks
 */
public record ReplayCodes(
    BuildSettings build, List<String> arguments, String goVersion, String hooks) {
  /** Those of an exploration with an installation. */
  public static ReplayCodes of(
      BuildSettings build, List<String> arguments, Installation installation) {
    return new ReplayCodes(
        build, arguments, installation.go().version().toString(), installation.hooks());
  }

  public ReplayCode of(Target target, Schedule schedule, String fingerprint) {
    return new ReplayCode(
        target.program().importPath(),
        target.name(),
        target instanceof Target.OneTest test ? test.below() : "",
        build,
        arguments,
        target.program().code(),
        goVersion,
        hooks,
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

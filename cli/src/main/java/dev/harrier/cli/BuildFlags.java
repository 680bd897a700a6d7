package dev.harrier.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The flags without which a binary would be another one, as {@code go build} takes them. */
final class BuildFlags {
  private BuildFlags() {}

  static List<String> of(CommandSpec spec) {
    List<String> flags = new ArrayList<>();
    if (GoFlag.RACE.isOn(spec)) {
      flags.add("-race");
    }
    String tags = GoFlag.TAGS.text(spec);
    if (!tags.isEmpty()) {
      flags.add("-tags=" + tags);
    }
    String mod = GoFlag.MOD.text(spec);
    if (!mod.isEmpty()) {
      flags.add("-mod=" + mod);
    }
    return flags;
  }
}

package dev.harrier.cli;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The flags without which a binary would be another one, as {@code go build} takes them. */
final class BuildFlags {
  static final Set<GoFlag> ALL = EnumSet.of(GoFlag.RACE, GoFlag.TAGS, GoFlag.MOD);

  private BuildFlags() {}

  static List<String> of(CommandSpec spec) {
    return GoFlag.given(spec, ALL);
  }
}

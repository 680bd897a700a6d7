package dev.harrier.cli.gocommand;

import dev.harrier.model.command.BuildSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The flags of the user without which a binary would be another one, as {@code go build} takes
 * them. {@link Installation#settings} has what others may learn of them.
 */
public final class BuildFlags {
  public static final Set<GoFlag> ALL =
      Stream.concat(Stream.of(BuildSettings.SWITCH), BuildSettings.VALUED.stream())
          .map(GoFlag::named)
          .collect(Collectors.toCollection(() -> EnumSet.noneOf(GoFlag.class)));

  private BuildFlags() {}

  public static List<String> of(CommandSpec spec) {
    return GoFlag.given(spec, ALL);
  }
}

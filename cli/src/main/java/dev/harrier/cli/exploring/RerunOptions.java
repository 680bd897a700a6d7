package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.GoFlag;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What {@code replay} and {@code check-fix}, which run the test of a finding again, take alike. */
@Command
public final class RerunOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /** The flags of {@code go test} that both have: all others are in the finding. */
  public static Set<GoFlag> goFlags() {
    return EnumSet.of(GoFlag.MODFILE, GoFlag.EXEC);
  }

  /** Those that were given and are about the build. */
  public List<String> build() {
    return GoFlag.given(command, EnumSet.of(GoFlag.MODFILE));
  }

  /** Those that were given and say how the test binary is started. */
  public List<String> runner() {
    return GoFlag.given(command, EnumSet.of(GoFlag.EXEC));
  }
}

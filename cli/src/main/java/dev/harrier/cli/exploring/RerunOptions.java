package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.GoFlag;
import dev.harrier.explore.recording.GivenInputs;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What {@code replay} and {@code check-fix}, which run the test of a finding again, take alike. */
@Command
public final class RerunOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = {"-inputs", "--inputs"},
      paramLabel = "WHOSE",
      defaultValue = "own",
      description =
          "Where the environment or a file that the test reads has changed since, read what was"
              + " recorded with the finding: own (default), if you have made the recording on this"
              + " machine; any, also one of others; none, read what is there now.")
  private GivenInputs.Accepted inputs = GivenInputs.Accepted.OWN;

  /** The flags of {@code go test} that both have: all others are in the finding. */
  public static Set<GoFlag> goFlags() {
    return EnumSet.of(GoFlag.MODFILE, GoFlag.EXEC);
  }

  /** Those that were given and are about the build. */
  public List<String> build() {
    return GoFlag.given(command, EnumSet.of(GoFlag.MODFILE));
  }

  /** Which recordings of what the test reads are given to it. */
  public GivenInputs.Accepted inputs() {
    return inputs;
  }

  /** Those that were given and say how the test binary is started. */
  public List<String> runner() {
    return GoFlag.given(command, EnumSet.of(GoFlag.EXEC));
  }
}

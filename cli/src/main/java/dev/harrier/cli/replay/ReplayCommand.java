package dev.harrier.cli.replay;

import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.GoDuration;
import dev.harrier.cli.session.GoFlag;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.cli.session.UserError;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harrier replay}: runs the schedule of a finding again. */
@Command(
    name = "replay",
    description = {
      "Run the schedule of a finding again and say how often it showed the finding.",
      "The exit status is 1 if it did.",
      ""
    })
public final class ReplayCommand implements Callable<Integer> {
  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = {"-n", "-count", "--count"},
      paramLabel = "N",
      defaultValue = "10",
      description = "How many runs (default ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = {"-limit", "--limit"},
      paramLabel = "D",
      defaultValue = "10s",
      converter = GoDuration.class,
      description = "Real time that one run may take (default ${DEFAULT-VALUE}).")
  private Duration limit = Duration.ZERO;

  @Option(
      names = {"-dlv", "--dlv"},
      description = "Run it once under the debugger Delve, and stop where the finding is.")
  private boolean delve;

  @Parameters(
      arity = "1",
      paramLabel = "FINDING",
      description =
          "The finding: a replay string, which begins with harrier2:, or the start of its"
              + " fingerprint (RUN/START for that of an older run)")
  private String finding = "";

  public ReplayCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    if (count < 1) {
      throw UserError.usage("-n must be at least 1, not " + count);
    }
    List<String> original = spec.commandLine().getParseResult().originalArgs();
    List<String> arguments = original.subList(original.indexOf(spec.name()) + 1, original.size());
    return new ReplaySession(
            context,
            output,
            shutdown,
            new ReplaySession.Wish(
                finding,
                count,
                limit,
                delve,
                GoFlag.given(spec, EnumSet.of(GoFlag.EXEC)),
                arguments))
        .run()
        .code();
  }
}

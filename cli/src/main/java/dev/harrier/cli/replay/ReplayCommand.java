package dev.harrier.cli.replay;

import dev.harrier.cli.exploring.RerunOptions;
import dev.harrier.cli.gocommand.GoDuration;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
      "The exit status is 1 if it did."
    },
    footer = {
      "",
      "Everything after -- goes to the test binary, or to the program:",
      "  harrier replay 80f61197",
      "  harrier replay 80f61197 -- -port 0"
    })
public final class ReplayCommand implements Callable<Integer> {
  /** What options mean here that other commands have too. */
  public static final Map<String, String> DESCRIPTIONS =
      Map.of("-v", "Print findings in full, and the output of the test.");

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Mixin private RerunOptions rerun = new RerunOptions();

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
      description = "Time limit of one run (default ${DEFAULT-VALUE}).")
  private Duration limit = Duration.ZERO;

  @Option(
      names = {"-dlv", "--dlv"},
      description = "Run it once under the debugger Delve, and stop where the finding is.")
  private boolean delve;

  @Option(
      names = {"-overlay", "--overlay"},
      paramLabel = "FILE",
      description =
          "Replace files as go build -overlay does: with a test that vet -confirm generated, as"
              + " the finding says.")
  private Optional<String> overlay = Optional.empty();

  @Parameters(
      index = "0",
      arity = "1",
      paramLabel = "FINDING",
      description =
          "The finding: a replay string, which begins with harrier2:, or the start of its"
              + " fingerprint (RUN/START for that of an older run).")
  private String finding = "";

  @Parameters(
      index = "1..*",
      paramLabel = "-- ARGUMENTS",
      description = "Arguments of the program, of a finding of harrier fuzz -main.")
  private List<String> rest = new ArrayList<>();

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
    List<String> line = Invocations.line(spec);
    if (rest.size() > Invocations.behindHyphens(line).size()) {
      throw UserError.usage(
          "replay takes one finding, and '%s' is another one; what is for the program comes after --"
              .formatted(rest.getFirst()));
    }
    return new ReplaySession(
            context,
            output,
            shutdown,
            new ReplaySession.ReplayRequest(
                finding,
                count,
                limit,
                delve,
                rerun.inputs(),
                rerun.build(),
                rerun.runner(),
                overlay,
                rest.stream().dropWhile("--"::equals).toList(),
                line))
        .run()
        .code();
  }
}

package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.RerunOptions;
import dev.harrier.cli.gocommand.GoDuration;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harrier check-fix}: whether a change fixes a finding. */
@Command(
    name = "check-fix",
    description = {
      "Say whether a change fixes a finding, and whether it makes another one.",
      "It replays the schedule of the finding with the changed code, explores its test for ten"
          + " times as long as it took to find it, and then the tests that reach changed lines."
    },
    footer = {
      "",
      "Exit status: 0 proved, or not shown again; 1 still there, or another finding;",
      "3 the changed code does not build, or the test fails in the default order.",
      "  harrier check-fix 80f61197",
      "  harrier check-fix -base main -fix my-branch 80f61197"
    })
public final class CheckFixCommand implements Callable<Integer> {
  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Mixin private RerunOptions rerun = new RerunOptions();

  @Option(
      names = {"-time", "--time"},
      paramLabel = "D",
      defaultValue = "1m",
      converter = GoDuration.class,
      description = "Time to explore at most, without builds (default ${DEFAULT-VALUE}).")
  private Duration time = Duration.ZERO;

  @Option(
      names = {"-base", "--base"},
      paramLabel = "REF",
      description =
          "The Git revision before the change (default: the program that showed the finding).")
  private Optional<String> base = Optional.empty();

  @Option(
      names = {"-fix", "--fix"},
      paramLabel = "REF",
      description = "The Git revision with the change (default: the files as they are).")
  private Optional<String> fix = Optional.empty();

  @Parameters(
      arity = "1",
      paramLabel = "FINDING",
      description = "The start of its fingerprint (RUN/START for that of an older run).")
  private String finding = "";

  public CheckFixCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    return new CheckFixSession(
            context,
            output,
            shutdown,
            new CheckFixSession.CheckFixRequest(
                finding,
                base,
                fix,
                time,
                rerun.inputs(),
                rerun.build(),
                rerun.runner(),
                Invocations.line(spec)))
        .run()
        .code();
  }
}

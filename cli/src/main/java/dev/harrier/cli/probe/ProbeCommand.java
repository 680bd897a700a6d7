package dev.harrier.cli.probe;

import dev.harrier.cli.exploring.FaultKinds;
import dev.harrier.cli.gocommand.BuildFlags;
import dev.harrier.cli.gocommand.GoDuration;
import dev.harrier.cli.gocommand.GoFlag;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.schedule.FaultSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harrier probe}: writes concurrent tests and explores them. */
@Command(
    name = "probe",
    description = {
      "Write tests that call methods of one object at the same time, and report what goes wrong.",
      "The objects and arguments come from the package's own tests. It explores the schedules of"
          + " the calls and reports data races, deadlocks, leaks, panics, and results that no"
          + " sequential order of the calls gives. Nothing is written into your tree unless -write"
          + " asks for it."
    })
public final class ProbeCommand implements Callable<Integer> {
  public static final Set<GoFlag> GO_FLAGS =
      EnumSet.of(GoFlag.SHORT, GoFlag.TAGS, GoFlag.MOD, GoFlag.MODFILE);

  /** What options mean here that other commands have too. */
  public static final Map<String, String> DESCRIPTIONS =
      Map.of("-v", "Print findings in full, and all suspicious ones of a type, not only one.");

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = {"-time", "--time"},
      paramLabel = "D",
      defaultValue = "5m",
      converter = GoDuration.class,
      description = "Real time for all executions, without builds (default ${DEFAULT-VALUE}).")
  private Duration time = Duration.ZERO;

  @Option(
      names = {"-type", "--type"},
      paramLabel = "REGEXP",
      description = "Probe only types whose names match.")
  private String types = "";

  @Option(
      names = {"-func", "--func"},
      paramLabel = "REGEXP",
      description = "Call only methods whose names match.")
  private String methods = "";

  @Option(
      names = {"-scenarios", "--scenarios"},
      paramLabel = "N",
      defaultValue = "60",
      description =
          "At most N tests for each type (default ${DEFAULT-VALUE}, and more of few types, as far"
              + " as -time goes).")
  private int scenarios;

  @Option(
      names = {"-per-test", "--per-test"},
      paramLabel = "N",
      defaultValue = "150",
      description = "At most N executions of each test (default ${DEFAULT-VALUE}).")
  private int executions;

  @Option(
      names = {"-faults", "--faults"},
      paramLabel = "WHAT",
      converter = FaultKinds.class,
      defaultValue = "off",
      description =
          "What fails in two of three runs, as with harrier fuzz: off (nothing; default), net"
              + " (connections inside the process), cancel (contexts that the tests can cancel),"
              + " files (what is written), some of them with commas between, or all.")
  private FaultSetting faults = FaultSetting.OFF;

  @Option(
      names = {"-write", "--write"},
      description = "Write the test of each finding next to the code that it calls.")
  private boolean write;

  @Parameters(
      paramLabel = "PACKAGES",
      description = "Package patterns, as go test takes them (default: the current directory).")
  private List<String> packages = new ArrayList<>();

  public ProbeCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    positive("-scenarios", scenarios);
    positive("-per-test", executions);
    ProbeJob job =
        new ProbeJob(
            packages,
            BuildFlags.of(spec),
            GoFlag.TAGS.text(spec),
            GoFlag.SHORT.isOn(spec),
            checked("-type", types),
            checked("-func", methods),
            scenarios,
            !spec.commandLine().getParseResult().hasMatchedOption("-scenarios"),
            executions,
            time,
            faults,
            write,
            Invocations.line(spec));
    return new ProbeSession(context, output, shutdown, job).run().code();
  }

  private static void positive(String option, int value) throws UserError {
    if (value < 1) {
      throw UserError.usage("%s must be at least 1, not %d".formatted(option, value));
    }
  }

  private static String checked(String option, String pattern) throws UserError {
    try {
      Pattern _ = Pattern.compile(pattern);
      return pattern;
    } catch (PatternSyntaxException e) {
      throw UserError.usage(
          "%s is not a regular expression: %s".formatted(option, e.getDescription()));
    }
  }
}

package dev.harrier.cli.fuzz;

import dev.harrier.cli.distributed.CampaignOptions;
import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.fuzzing.FuzzSession;
import dev.harrier.cli.fuzzing.Purpose;
import dev.harrier.cli.gocommand.BuildFlags;
import dev.harrier.cli.gocommand.GoFlag;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.HelpGroup;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.prepare.Shard;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.schedule.Strategy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code harrier fuzz}: runs tests again and again under other schedules. */
@Command(
    name = "fuzz",
    description = {
      "Explore the schedules of Go tests and report what goes wrong.",
      "It runs each test again and again, every time with another order of its goroutines,"
          + " select cases and timers, and prints how to replay what it finds."
    },
    footer = {
      "",
      "Everything after -- goes to each test binary, or with -main to each program:",
      "  harrier fuzz -time 5m ./...",
      "  harrier fuzz -main ./cmd/server -- -port 0",
      "",
      "harrier help fuzz-tuning lists options for experiments with the search."
    })
public final class FuzzCommand implements Callable<Integer> {
  public static final Set<GoFlag> GO_FLAGS =
      EnumSet.of(
          GoFlag.RUN,
          GoFlag.SKIP,
          GoFlag.SHORT,
          GoFlag.PARALLEL,
          GoFlag.FAILFAST,
          GoFlag.TIMEOUT,
          GoFlag.RACE,
          GoFlag.TAGS,
          GoFlag.MOD,
          GoFlag.MODFILE,
          GoFlag.EXEC);

  /** What options mean here that other commands have too. */
  public static final Map<String, String> DESCRIPTIONS =
      Map.of(
          "-timeout", "Virtual time for one test (default 10m).",
          "-strategy",
              "%s; several with commas (default: a mix of them).".formatted(Strategy.names()),
          "-v",
              "Print findings in full, and the concurrency operations that no execution covered.");

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Mixin private BudgetOptions budget = new BudgetOptions();

  @Mixin private ScheduleOptions schedules = new ScheduleOptions();

  @Mixin private SteeringOptions steering = new SteeringOptions();

  @Mixin private CampaignOptions campaign = new CampaignOptions();

  @Option(
      names = {"-fresh", "--fresh"},
      description = "Discard the results of earlier explorations of this module.")
  private boolean fresh;

  @Option(
      names = {"-main", "--main"},
      description = "Run main packages instead of tests.")
  private boolean mains;

  @HelpGroup(HelpGroup.Heading.MACHINES)
  @Option(
      names = {"-shard", "--shard"},
      paramLabel = "K/N",
      converter = ShardConverter.class,
      description = "Explore only the K-th of N equal parts; harrier merge joins their results.")
  private Shard shard = Shard.WHOLE;

  /** Only to say why not. */
  @Option(
      names = {"-reclaim", "--reclaim"},
      hidden = true)
  private boolean reclaim;

  @Parameters(
      paramLabel = "PACKAGES",
      description = "Package patterns, as go test takes them (default: the current directory).")
  private List<String> positionals = new ArrayList<>();

  public FuzzCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    if (reclaim) {
      throw UserError.usage(
          "-reclaim is for harrier test: harrier fuzz runs each test in a process of its own, which"
              + " ends with it, so that nothing is left to reclaim");
    }
    return new FuzzSession(
            context, output, shutdown, job(), campaign.access(context.environment()), Purpose.FUZZ)
        .run()
        .code();
  }

  private FuzzJob job() throws UserError {
    List<String> line = Invocations.line(spec);
    List<String> packages =
        positionals.subList(0, positionals.size() - Invocations.behindHyphens(line).size());
    List<String> arguments =
        new ArrayList<>(positionals.subList(packages.size(), positionals.size()));
    if (!mains) {
      arguments.addAll(0, testFlags());
    }
    FaultSetting faults = schedules.faults(GoFlag.RACE.isOn(spec));
    return new FuzzJob(
        packages,
        BuildFlags.of(spec),
        schedules.races(GoFlag.RACE.isOn(spec)),
        GoFlag.given(spec, EnumSet.of(GoFlag.EXEC)),
        new Selection(mains, GoFlag.RUN.text(spec), GoFlag.SKIP.text(spec), arguments, shard),
        budget.budget(GoFlag.FAILFAST.isOn(spec), faults),
        budget.limit(),
        budget.workers(),
        schedules.mode(),
        schedules.start(),
        schedules.mixes(),
        faults,
        schedules.conditions(GoFlag.RACE.isOn(spec)),
        steering.without(),
        steering.dependencies(),
        schedules.seed(),
        fresh,
        line);
  }

  private List<String> testFlags() {
    List<String> flags = new ArrayList<>();
    if (GoFlag.SHORT.isOn(spec)) {
      flags.add("-test.short");
    }
    String timeout = GoFlag.TIMEOUT.text(spec);
    if (!timeout.isEmpty()) {
      flags.add("-test.timeout=" + timeout);
    }
    String parallel = GoFlag.PARALLEL.text(spec);
    if (!parallel.isEmpty()) {
      flags.add("-test.parallel=" + parallel);
    }
    return flags;
  }

  /** Reads which part of all targets is meant: {@code 3/10}. */
  private static final class ShardConverter implements ITypeConverter<Shard> {
    @Override
    public Shard convert(String text) {
      return Shard.parse(text)
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is not a shard; the third of ten is 3/10".formatted(text)));
    }
  }
}

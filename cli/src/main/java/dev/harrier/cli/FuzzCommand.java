package dev.harrier.cli;

import dev.harrier.explore.campaign.Budget;
import dev.harrier.explore.portfolio.Mix;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.schedule.Strategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harrier fuzz}: runs tests again and again under other schedules. */
@Command(
    name = "fuzz",
    description = {
      "Explore the schedules of Go tests: run each again and again, every time in another order of",
      "its goroutines, select cases and timers, and report what goes wrong with the way to replay it.",
      ""
    },
    footer = {
      "",
      "Everything after -- goes to each test binary, or with --main to each program:",
      "  harrier fuzz --time 5m ./...",
      "  harrier fuzz --main ./cmd/server -- -port 0"
    })
final class FuzzCommand implements Callable<Integer> {
  static final Set<GoFlag> GO_FLAGS =
      EnumSet.of(
          GoFlag.RUN,
          GoFlag.SKIP,
          GoFlag.SHORT,
          GoFlag.PARALLEL,
          GoFlag.FAILFAST,
          GoFlag.TIMEOUT,
          GoFlag.RACE,
          GoFlag.TAGS,
          GoFlag.MOD);

  private final Surroundings surroundings;
  private final Ending ending;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = {"-time", "--time"},
      paramLabel = "D",
      defaultValue = "1m",
      converter = GoDuration.class,
      description = "How long to explore (default ${DEFAULT-VALUE}); builds do not count.")
  private Duration time = Duration.ZERO;

  @Option(
      names = {"-execs", "--execs"},
      paramLabel = "N",
      description = "Stop after N executions of all tests together.")
  private @Nullable Long executions;

  @Option(
      names = {"-per-test", "--per-test"},
      paramLabel = "N",
      description = "At most N executions of each test.")
  private @Nullable Long perTest;

  @Option(
      names = {"-first", "--first"},
      description = "Explore each test only until it shows a finding.")
  private boolean first;

  @Option(
      names = {"-minimise", "--minimise"},
      paramLabel = "N",
      defaultValue = "200",
      description =
          "Executions that simplifying the schedule of one finding may take (default"
              + " ${DEFAULT-VALUE}); 0 leaves schedules as they were found.")
  private int minimising;

  @Option(
      names = {"-limit", "--limit"},
      paramLabel = "D",
      defaultValue = "10s",
      converter = GoDuration.class,
      description = "Real time that one execution may take (default ${DEFAULT-VALUE}).")
  private Duration limit = Duration.ZERO;

  @Option(
      names = {"-workers", "--workers"},
      paramLabel = "N",
      description = "How many executions at once (default: one for each core).")
  private @Nullable Integer workers;

  @Option(
      names = {"-strategy", "--strategy"},
      split = ",",
      paramLabel = "NAME",
      description =
          "default, random, pos, pctN or yieldN, several with commas (default: a mix of them).")
  private List<String> strategies = new ArrayList<>();

  @Option(
      names = {"-early", "--early"},
      paramLabel = "N",
      defaultValue = "0",
      description =
          "With --strategy: of 1024 operations, N let the next timer expire early (default 0).")
  private int early;

  @Option(
      names = {"-mode", "--mode"},
      paramLabel = "MODE",
      defaultValue = "auto",
      description =
          "controlled: Harrier decides every schedule, on a virtual clock (Go 1.26 or newer);"
              + " native: Go does; auto: controlled where possible (default).")
  private FuzzJob.Mode mode = FuzzJob.Mode.AUTO;

  @Option(
      names = {"-seed", "--seed"},
      paramLabel = "N",
      defaultValue = "1",
      description = "All other seeds follow from this one (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = {"-coverage", "--coverage"},
      paramLabel = "P",
      description = "Stop when P percent of the requirements of concurrency coverage are met.")
  private @Nullable Double coverage;

  @Option(
      names = {"-deps", "--deps"},
      description = "Count uses of concurrency in dependencies too, but for the standard library.")
  private boolean dependencies;

  @Option(
      names = {"-v", "--verbose"},
      description = "List what concurrency coverage lacks, each with what it means.")
  private boolean verbose;

  @Option(
      names = {"-without", "--without"},
      split = ",",
      paramLabel = "PART",
      description =
          "Leave out orders (preferred cases of selects), feedback (which orders are worth more)"
              + " or coverage.")
  private List<Steering.Part> without = new ArrayList<>();

  @Option(
      names = {"-fresh", "--fresh"},
      description = "Forget what earlier explorations of this module came to.")
  private boolean fresh;

  @Option(
      names = {"-main", "--main"},
      description = "Run main packages instead of tests.")
  private boolean mains;

  @Parameters(
      paramLabel = "PACKAGES",
      description = "Package patterns, as go test takes them (default: the current directory).")
  private List<String> positionals = new ArrayList<>();

  FuzzCommand(Surroundings surroundings, Ending ending) {
    this.surroundings = surroundings;
    this.ending = ending;
  }

  @Override
  public Integer call() throws UserError {
    return new FuzzSession(surroundings, output, ending, job()).run().code();
  }

  private FuzzJob job() throws UserError {
    if (minimising < 0) {
      throw UserError.usage("--minimise must not be below 0, as " + minimising + " is");
    }
    List<String> original = spec.commandLine().getParseResult().originalArgs();
    int hyphens = original.indexOf("--");
    int rest = hyphens < 0 ? 0 : original.size() - hyphens - 1;
    List<String> packages = positionals.subList(0, positionals.size() - rest);
    List<String> arguments =
        new ArrayList<>(positionals.subList(packages.size(), positionals.size()));
    if (!mains) {
      arguments.addAll(0, testFlags());
    }
    return new FuzzJob(
        packages,
        BuildFlags.of(spec),
        new Selection(mains, GoFlag.RUN.text(spec), GoFlag.SKIP.text(spec), arguments),
        new Budget(
            time,
            positive("--execs", executions),
            positive("--per-test", perTest),
            GoFlag.FAILFAST.isOn(spec),
            first,
            minimising),
        limit,
        workers(),
        mode,
        mixes(),
        new Steering(Set.copyOf(without), enough(), dependencies, verbose),
        seed,
        fresh,
        original);
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

  private int workers() throws UserError {
    return workers == null
        ? Runtime.getRuntime().availableProcessors()
        : Math.toIntExact(Math.min(1024, positive("--workers", workers.longValue())));
  }

  private static long positive(String option, @Nullable Long value) throws UserError {
    if (value == null) {
      return Long.MAX_VALUE;
    }
    if (value < 1) {
      throw UserError.usage("%s must be at least 1, not %d".formatted(option, value));
    }
    return value;
  }

  private double enough() throws UserError {
    if (coverage == null) {
      return Double.MAX_VALUE;
    }
    if (!(coverage > 0 && coverage <= 100)) {
      throw UserError.usage("--coverage is a percentage, above 0 and up to 100, not " + coverage);
    }
    if (without.contains(Steering.Part.COVERAGE)) {
      throw UserError.usage("--coverage needs what --without coverage leaves out");
    }
    return coverage;
  }

  private List<Mix> mixes() throws UserError {
    if (early < 0 || early > 1024) {
      throw UserError.usage("--early is of 1024 operations, so from 0 to 1024, not " + early);
    }
    List<Mix> mixes = new ArrayList<>();
    for (String name : strategies) {
      Strategy strategy =
          Strategy.parse(name)
              .orElseThrow(() ->
                  UserError.usage(
                      ("'%s' is no strategy; there are default, random, pos, pct1 to pct%d and"
                              + " yield0 to yield%d")
                          .formatted(name, Strategy.MAX_DEPTH, Strategy.MAX_DEPTH)));
      mixes.add(new Mix(strategy, early));
    }
    return mixes.isEmpty() ? Portfolio.standard() : mixes;
  }
}

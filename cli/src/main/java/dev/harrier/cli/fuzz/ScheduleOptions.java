package dev.harrier.cli.fuzz;

import dev.harrier.cli.exploring.FaultKinds;
import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.cli.process.HelpGroup;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.portfolio.Mix;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.worker.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of what decides the order of events, and how. */
@HelpGroup(HelpGroup.Heading.TUNING)
final class ScheduleOptions {
  @Option(
      names = {"-strategy", "--strategy"},
      split = ",",
      paramLabel = "NAME")
  private List<String> strategies = new ArrayList<>();

  @Option(
      names = {"-early", "--early"},
      paramLabel = "N",
      defaultValue = "0",
      description =
          "With -strategy: N of 1024 operations let the next timer fire before its time"
              + " (default 0).")
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
      names = {"-start", "--start"},
      paramLabel = "HOW",
      defaultValue = "fork",
      description =
          "fork: each execution is a copy of a process that has initialized its packages, where"
              + " that has only one thread (default); exec: it is a process that is started.")
  private Start start = Start.FORK;

  @HelpGroup(HelpGroup.Heading.LIMITS)
  @Option(
      names = {"-seed", "--seed"},
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed that all others are derived from (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = {"-procs", "--procs"},
      paramLabel = "N",
      description =
          "What runtime.GOMAXPROCS and runtime.NumCPU say in a controlled run (default: what they"
              + " would say on this machine).")
  private int procs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = {"-net", "--net"},
      paramLabel = "WHERE",
      defaultValue = "memory",
      description =
          "What carries TCP and Unix connections inside the process, in a controlled run: memory"
              + " (default), without waiting for real time, or kernel.")
  private Network network = Network.MEMORY;

  @Option(
      names = {"-faults", "--faults"},
      paramLabel = "WHAT",
      converter = FaultKinds.class,
      defaultValue = "off",
      description =
          "What fails in two of three controlled runs: off (nothing; default), net (TCP and Unix"
              + " connections inside the process: they are reset or closed, reads are short, dials"
              + " are refused), cancel (contexts that a test can cancel are canceled), files (what is"
              + " written fails), some of them with commas between, or all.")
  private FaultSetting faults = FaultSetting.OFF;

  @HelpGroup(HelpGroup.Heading.MAIN)
  @Option(
      names = {"-races", "--races"},
      paramLabel = "WHERE",
      description =
          "Where every execution looks for data races, without cgo and Go's race detector:"
              + " packages (those of your modules; default), all (also Go's own and the dependencies')"
              + " or off (Go 1.26 or newer, not with -race or -mode native).")
  private Optional<Races> races = Optional.empty();

  /** Where to look for data races; empty if that is left to Harrier. */
  Optional<Races> races(boolean withGoDetector) throws UserError {
    boolean wanted = races.orElse(Races.OFF) != Races.OFF;
    if (wanted && withGoDetector) {
      throw UserError.usage(
          "-race is Go's race detector, -races is Harrier's: use only one of them");
    }
    if (wanted && mode == FuzzJob.Mode.NATIVE) {
      throw UserError.usage("-races needs executions that Harrier controls, not -mode native");
    }
    return races;
  }

  FuzzJob.Mode mode() {
    return mode;
  }

  /**
   * What holds for every controlled execution. Detectors that look at package net itself know the
   * kernel's connections only.
   */
  Conditions conditions(boolean withGoDetector) throws UserError {
    if (procs < 1 || procs > Conditions.MAX_PROCS) {
      throw UserError.usage(
          "-procs is a number of processors, from 1 to %d, not %d"
              .formatted(Conditions.MAX_PROCS, procs));
    }
    boolean kernel = withGoDetector || races.equals(Optional.of(Races.ALL));
    return Conditions.of(procs, kernel ? Network.KERNEL : network);
  }

  /** What may fail: connections only in memory. */
  FaultSetting faults(boolean withGoDetector) throws UserError {
    if (faults.any() && mode == FuzzJob.Mode.NATIVE) {
      throw UserError.usage("-faults needs executions that Harrier controls, not -mode native");
    }
    if (faults.net() && conditions(withGoDetector).network() == Network.KERNEL) {
      throw UserError.usage(
          "-faults net needs connections in memory, which -race, -races all and -net kernel turn"
              + " off");
    }
    return faults;
  }

  Start start() {
    return start;
  }

  long seed() {
    return seed;
  }

  /** The strategies that take turns; not empty. */
  List<Mix> mixes() throws UserError {
    if (early < 0 || early > 1024) {
      throw UserError.usage("-early is out of 1024 operations, from 0 to 1024, not " + early);
    }
    List<Mix> mixes = new ArrayList<>();
    for (String name : strategies) {
      Strategy strategy =
          Strategy.parse(name)
              .orElseThrow(() ->
                  UserError.usage(
                      "'%s' is not a strategy; there are %s".formatted(name, Strategy.names())));
      mixes.add(new Mix(strategy, early));
    }
    return mixes.isEmpty() ? Portfolio.standard() : mixes;
  }
}

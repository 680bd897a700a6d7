package dev.harrier.cli.probe;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.ProbeNote;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the calls of scenarios in all sequential orders, which says what the scenarios may do.
 *
 * @param buildFlags for {@code go build}
 */
record OrderRuns(CommandContext context, ShutdownHandler shutdown, List<String> buildFlags) {
  /** Runs of each test of orders: results that differ between them are not compared. */
  private static final int RUNS = 3;

  /**
   * What the orders of calls do.
   *
   * @param baseline what goes wrong in them, other than data races: those of an object with its own
   *     goroutines are its bugs
   * @param unbuilt packages of which no test could be run
   * @param perSecond how many tests of orders were run
   */
  record Learned(Orders orders, List<Wrong> baseline, Set<String> unbuilt, double perSecond) {}

  /**
   * What goes wrong where calls are made one after the other.
   *
   * @param tests those of orders that showed it; empty if only some are known
   */
  record Wrong(Finding finding, Set<String> tests) {}

  /**
   * Writes the tests and runs those of orders; then they compare results with those of orders.
   *
   * @param time for the runs
   */
  Learned learned(List<Probe> probes, ProbeFiles files, TimeBudget time)
      throws ToolchainException, StoreException, IOException {
    Path directory = Files.createTempDirectory("harrier-probe");
    try (Watch watch = new Watch()) {
      Built built = built(probes, files, directory, time.building(), watch);
      time.spent(ProbeNote.Phase.BUILDING);
      Learned learned = learned(probes, files, built, time.orders(), watch);
      time.spent(ProbeNote.Phase.ORDERS);
      return learned;
    } finally {
      Trees.delete(directory);
    }
  }

  /** Tests that were built, those of orders and of scenarios. */
  record Built(ScheduleExploration exploration, List<Target> targets) {
    /** Those whose names begin so. */
    List<Target> named(String prefix) {
      return targets.stream().filter(target -> target.name().startsWith(prefix)).toList();
    }
  }

  /**
   * Writes and builds the tests, as the scenarios are explored: what they import is built once.
   *
   * @param directory for executables and traces
   * @param wanted those of some packages that are built next
   */
  Built built(
      List<Probe> probes,
      ProbeFiles files,
      Path directory,
      UnaryOperator<List<GoPackage>> wanted,
      Watch watch)
      throws ToolchainException, StoreException, IOException {
    files.write(probes, Orders.read(List.of()));
    ScheduleExploration exploration = exploration(files, directory);
    List<String> packages = packages(probes);
    return new Built(
        exploration,
        packages.isEmpty()
            ? List.of()
            : exploration.targets(
                exploration.raceBuild(),
                packages,
                "^Test(Orders|Probe)",
                List.of(),
                wanted,
                watch));
  }

  /**
   * Runs the tests of orders that were built: each once, and then as often as makes results
   * comparable, as far as the time goes.
   */
  Learned learned(List<Probe> probes, ProbeFiles files, Built built, Duration time, Watch watch)
      throws IOException {
    Map<String, Integer> ranks =
        probes.stream()
            .flatMap(probe -> probe.scenarios().stream())
            .collect(Collectors.toMap(Probe.Scenario::sequential, Probe.Scenario::rank, Math::max));
    List<Target> targets =
        built.named("TestOrders").stream()
            .sorted(Comparator.comparingInt(target -> -ranks.getOrDefault(target.name(), 0)))
            .toList();
    Outcome once = built.exploration().observeOnTime(targets, 1, time, watch);
    Duration left = time.minus(once.duration());
    List<Outcome> outcomes = new ArrayList<>(List.of(once));
    if (left.isPositive() && !shutdown.isRequested()) {
      outcomes.add(built.exploration().observeOnTime(targets, RUNS, left, watch));
    }
    List<Wrong> baseline =
        outcomes.stream()
            .flatMap(outcome ->
                Stream.concat(
                    outcome.discoveries().stream().map(OrderRuns::wrong),
                    outcome.unproved().stream().map(finding -> new Wrong(finding, Set.of()))))
            .filter(wrong -> !(wrong.finding().defect() instanceof Defect.Race))
            .toList();
    Orders orders = files.orders();
    files.write(probes, orders);
    double seconds = outcomes.stream().mapToLong(one -> one.duration().toMillis()).sum() / 1000.0;
    long executions = outcomes.stream().mapToLong(Outcome::executions).sum();
    return new Learned(
        orders, baseline, unbuilt(probes, built), seconds > 0 ? executions / seconds : 0);
  }

  private static Wrong wrong(Discovery discovery) {
    return new Wrong(
        discovery.finding(),
        discovery.shownBy().stream().map(Target::name).collect(Collectors.toSet()));
  }

  /** An end of the run that the user asked for says nothing about what does not build. */
  private Set<String> unbuilt(List<Probe> probes, Built built) {
    Set<String> unbuilt = new HashSet<>();
    if (!shutdown.isRequested()) {
      unbuilt.addAll(packages(probes));
      built.targets().forEach(target -> unbuilt.remove(target.program().importPath()));
    }
    return unbuilt;
  }

  /**
   * What explores generated tests.
   *
   * @param directory for executables and traces
   */
  ScheduleExploration exploration(ProbeFiles files, Path directory)
      throws ToolchainException, StoreException, IOException {
    return ScheduleExploration.in(
        directory,
        context,
        Installation.find(context, List.of("-overlay=" + files.overlay())),
        shutdown,
        buildFlags);
  }

  /** Those that have scenarios; first, what is most likely to go wrong. */
  static List<String> packages(List<Probe> probes) {
    return probes.stream()
        .filter(probe -> !probe.scenarios().isEmpty())
        .sorted(Comparator.comparingInt(probe -> -highestRank(probe)))
        .map(Probe::packagePath)
        .toList();
  }

  private static int highestRank(Probe probe) {
    return probe.scenarios().stream().mapToInt(Probe.Scenario::rank).max().orElse(0);
  }
}

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
import dev.harrier.model.finding.Finding;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the calls of scenarios in all sequential orders, which says what the scenarios may do.
 *
 * @param buildFlags for {@code go build}
 */
record OrderRuns(CommandContext context, ShutdownHandler shutdown, List<String> buildFlags) {
  /** Runs of each test of orders: results that differ between them are not compared. */
  private static final int RUNS = 4;

  private static final Duration TIME = Duration.ofMinutes(2);

  /**
   * What the orders of calls do.
   *
   * @param baseline what goes wrong in them
   */
  record Learned(Orders orders, List<Finding> baseline) {}

  /** Writes the tests and runs those of orders; then they compare results with those of orders. */
  Learned learned(List<Probe> probes, ProbeFiles files)
      throws ToolchainException, StoreException, IOException {
    files.write(probes, Orders.read(List.of()));
    Path directory = Files.createTempDirectory("harrier-probe");
    List<Finding> baseline = new ArrayList<>();
    try (Watch watch = new Watch()) {
      List<String> packages = packages(probes);
      if (!packages.isEmpty()) {
        ScheduleExploration exploration = exploration(files, directory);
        List<Target> targets = exploration.targets(packages, "^TestOrders", watch);
        Outcome outcome = exploration.exploreOnTime(targets, RUNS, TIME, watch);
        outcome.discoveries().stream().map(Discovery::finding).forEach(baseline::add);
        baseline.addAll(outcome.unproved());
      }
    } finally {
      Trees.delete(directory);
    }
    Orders orders = files.orders();
    files.write(probes, orders);
    return new Learned(orders, baseline);
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

  /** Those that have scenarios. */
  static List<String> packages(List<Probe> probes) {
    return probes.stream()
        .filter(probe -> !probe.scenarios().isEmpty())
        .map(Probe::packagePath)
        .toList();
  }
}

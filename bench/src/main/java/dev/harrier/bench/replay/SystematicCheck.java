package dev.harrier.bench.replay;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.step.Trail;
import dev.harrier.explore.systematic.ScheduleTree;
import dev.harrier.explore.systematic.SystematicGuide;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Strength;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Explores all schedules of every test of some packages, and then others by chance: where all are
 * said to be known, chance must show none that is not among them, and no finding that they did not
 * show.
 */
public final class SystematicCheck {
  private static final Limits LIMITS = Limits.of(Duration.ofSeconds(10));
  private static final int LENGTH = 100;

  private final Path work;
  private final int most;
  private final int chances;
  private int complete;
  private int wrong;

  private SystematicCheck(Path work, int most, int chances) {
    this.work = work;
    this.most = most;
    this.chances = chances;
  }

  /**
   * Checks.
   *
   * @param args after how many executions a test is given up, how many executions are left to
   *     chance, a module's directory, packages
   */
  public static void main(String[] args) throws IOException, ToolchainException, WorkerException {
    if (args.length < 4 || !args[0].matches("[1-9]\\d*") || !args[1].matches("\\d+")) {
      System.err.println("usage: bench/run systematic MOST CHANCES DIRECTORY PACKAGE...");
      System.exit(2);
    }
    SystematicCheck check =
        new SystematicCheck(
            Files.createTempDirectory("systematic").toRealPath(),
            Integer.parseInt(args[0]),
            Integer.parseInt(args[1]));
    check.run(Path.of(args[2]).toRealPath(), List.of(args).subList(3, args.length));
    System.out.printf("%d complete, %d of them wrong%n", check.complete, check.wrong);
    System.exit(check.wrong == 0 ? 0 : 1);
  }

  private void run(Path module, List<String> packages)
      throws IOException, ToolchainException, WorkerException {
    TestedModule tested = new TestedModule(work, module);
    GoBuild build =
        new GoBuild(
            tested.go(),
            List.of(
                Instrumentation.racesIn(
                    tested.modules(),
                    Overlay.prepareForRaces(tested.go(), work.resolve("overlays")))),
            module,
            List.of());
    tested.check(
        build, tested.go().environment(), packages, (worker, _, target) -> check(worker, target));
  }

  private void check(Worker worker, Target target) throws WorkerException {
    ScheduleTree tree = new ScheduleTree(most);
    Set<Long> known = new HashSet<>();
    Set<String> found = new TreeSet<>();
    for (Optional<Plan> plan = tree.next(); plan.isPresent(); plan = tree.next()) {
      Result result =
          run(
              worker,
              target,
              new Schedule.Controlled(Strategy.DEFAULT_ORDER, 0, LENGTH, 0, plan.get()));
      known.add(result.observations().of(SystematicGuide.TRAIL).digest());
      found.addAll(findings(result));
      tree.learn(result.observations().of(SystematicGuide.TRAIL));
    }
    System.out.printf(
        "%s: %s after %d executions, %d orders, %d findings%n",
        target.shown(), tree.state(), tree.executions(), known.size(), found.size());
    if (tree.state() == ScheduleTree.State.COMPLETE) {
      complete++;
      wrong += chance(worker, target, known, found) ? 0 : 1;
    }
  }

  /** Whether chance shows nothing that is not known. */
  private boolean chance(Worker worker, Target target, Set<Long> known, Set<String> found)
      throws WorkerException {
    Set<Long> seen = new HashSet<>();
    Set<String> more = new TreeSet<>();
    Portfolio portfolio = new Portfolio(Portfolio.standard(), 1, Conditions.of(2, Network.MEMORY));
    for (int i = 0; i < chances; i++) {
      Schedule.Controlled some = portfolio.schedule(target.name(), i, LENGTH);
      Plan telling = new Plan(List.of(new PlanEntry.Alternatives()));
      Result result =
          run(
              worker,
              target,
              new Schedule.Controlled(
                  some.strategy(),
                  some.seed(),
                  LENGTH,
                  0,
                  0,
                  FaultShares.NONE,
                  some.conditions(),
                  telling));
      Trail trail = result.observations().of(SystematicGuide.TRAIL);
      if (trail.scope() == Trail.Scope.WHOLE) {
        seen.add(trail.digest());
        more.addAll(findings(result));
      }
    }
    int orders = seen.size();
    seen.removeAll(known);
    more.removeAll(found);
    System.out.printf("  chance: %d orders, %d unknown, new %s%n", orders, seen.size(), more);
    return seen.isEmpty() && more.isEmpty();
  }

  private static List<String> findings(Result result) {
    return result.findings().stream()
        .filter(finding -> finding.strength() == Strength.OBSERVED)
        .map(finding -> finding.rule().id() + " " + finding.fingerprint())
        .toList();
  }

  private static Result run(Worker worker, Target target, Schedule.Controlled schedule)
      throws WorkerException {
    return worker.run(new Job(target, schedule, LIMITS, Detail.GUIDES));
  }
}

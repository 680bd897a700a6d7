package dev.harrier.cli.vet;

import dev.harrier.cli.exploring.AccessPair;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes static reports happen: explores tests in Harrier's own scheduler, with its own race
 * detector, until the two lines of a report race. So it needs no cgo, and what raced has a schedule
 * that replays. Each report has a share of the time.
 */
final class RaceExploration implements AutoCloseable {
  /** For one report, if there is more. */
  private static final Duration MOST = Duration.ofMinutes(1);

  private final ScheduleExploration exploration;
  private final ConfirmingTime time;
  private final Watch watch = new Watch();
  private final Map<String, List<Target>> built = new HashMap<>();
  private final Map<String, Discovery> shown = new HashMap<>();
  private final Map<String, Long> executions = new HashMap<>();
  private final Set<Target> explored = new HashSet<>();
  private long total;
  private final List<Remark> remarks = new ArrayList<>();

  /**
   * A report that raced.
   *
   * @param test in which
   * @param execution of the exploration, from 1
   * @param witness what replays it
   */
  record Raced(String test, long execution, List<Doubt> doubts, Witness witness) {}

  /**
   * @param directory for executables and traces
   * @param flags without which the tests would be others
   */
  RaceExploration(
      CommandContext context,
      Installation installation,
      ShutdownHandler shutdown,
      Path directory,
      List<String> flags,
      ConfirmingTime time)
      throws IOException {
    this.time = time;
    this.exploration = ScheduleExploration.in(directory, context, installation, shutdown, flags);
    time.whenOver(watch::cancel);
  }

  /**
   * Explores the tests of reports, one group of reports after the other.
   *
   * @param perTest executions of each test at most
   * @param open how many reports have yet to share the time, these among them
   */
  void explore(TestSelection selection, int perTest, int open)
      throws ToolchainException, IOException {
    int left = open;
    for (Map.Entry<TestSet, List<Finding>> group : selection.groups().entrySet()) {
      List<Finding> reports =
          group.getValue().stream().filter(r -> !shown.containsKey(r.fingerprint())).toList();
      if (!reports.isEmpty()) {
        explore(group.getKey(), reports, perTest, left);
      }
      left -= group.getValue().size();
    }
  }

  private void explore(TestSet tests, List<Finding> reports, int perTest, int open)
      throws ToolchainException, IOException {
    List<Target> targets = new ArrayList<>();
    for (String path : tests.packages()) {
      if (!time.isOver()) {
        targets(path).stream().filter(t -> tests.has(path, t.name())).forEach(targets::add);
      }
    }
    if (targets.isEmpty() || time.isOver()) {
      return;
    }
    Duration share =
        time.share(
            Math.ceilDiv(Math.max(open, reports.size()), reports.size()),
            MOST.multipliedBy(reports.size()));
    Outcome outcome =
        exploration.races(reports, AccessPair::isShownBy, targets, perTest, share, watch);
    explored.addAll(targets);
    total += outcome.executions();
    for (Finding report : reports) {
      executions.merge(report.fingerprint(), outcome.executions(), Long::sum);
      outcome.discoveries().stream()
          .filter(d -> AccessPair.isShownBy(report, d.finding()))
          .max((a, b) -> Boolean.compare(isReplayed(a), isReplayed(b)))
          .ifPresent(d -> shown.put(report.fingerprint(), d));
    }
  }

  /** All tests of a package, built once. */
  private List<Target> targets(String path) throws ToolchainException, IOException {
    List<Target> known = built.get(path);
    if (known != null) {
      return known;
    }
    GoBuild build = exploration.raceBuild();
    time.whenOver(build::cancel);
    Installation installation = exploration.installation();
    Preparation preparation =
        installation.preparation(
            build, List.of(), exploration.directory(), watch, exploration.shutdown());
    List<Target> targets;
    try (Progress progress = new Progress(exploration.context())) {
      targets =
          preparation.targets(
              List.of(path), new Selection(false, "", "", List.of()), progress::say);
    } catch (ToolchainException e) {
      if (time.isOver()) {
        return List.of(); // The end of the time ended go.
      }
      throw e;
    }
    if (!time.isOver()) {
      preparation.failures().stream()
          .map(RaceExploration::inCode)
          .map(why -> new Remark.NotTried(Remark.Trial.SCHEDULES, "", why))
          .forEach(remarks::add);
      remarks.addAll(preparation.remarks());
    }
    built.put(path, targets);
    return targets;
  }

  /** The first line of go's words that is about code. */
  private static String inCode(String words) {
    return words
        .lines()
        .filter(line -> !line.startsWith("#"))
        .findFirst()
        .orElse("go does not say why");
  }

  /** How a report raced; nothing if there is no schedule that replays it. */
  Optional<Raced> raced(Finding report) {
    return Optional.ofNullable(shown.get(report.fingerprint()))
        .filter(RaceExploration::isReplayed)
        .map(d ->
            new Raced(
                d.reported().test(),
                d.execution(),
                d.reported().explanation().doubts(),
                exploration.witness(d, report)));
  }

  private static boolean isReplayed(Discovery discovery) {
    return discovery.reported().strength() == Strength.OBSERVED
        && discovery.proof().filter(p -> p.shown() > 0).isPresent();
  }

  /** What speaks against a race that was seen. */
  List<Doubt> doubts(Finding report) {
    return Optional.ofNullable(shown.get(report.fingerprint()))
        .map(d -> d.reported().explanation().doubts())
        .orElse(List.of());
  }

  /** How many executions there were of the tests of a report. */
  long executions(Finding report) {
    return executions.getOrDefault(report.fingerprint(), 0L);
  }

  /** How many executions there were of all. */
  long executions() {
    return total;
  }

  /** How many tests were explored. */
  long tests() {
    return explored.size();
  }

  /** Why packages were not explored, or only without race detection. */
  List<Remark> remarks() {
    return remarks.stream().distinct().toList();
  }

  @Override
  public void close() {
    watch.close();
  }
}

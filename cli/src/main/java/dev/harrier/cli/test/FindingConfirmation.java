package dev.harrier.cli.test;

import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.reading.Reruns;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Strength;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Asks other schedules what the findings of a test run are worth. Predictions are made to happen:
 * the tests that they are charged to are explored, with half of the executions directed at them.
 * Where all schedules of a test are known and none makes its prediction happen, that is withdrawn.
 * A panic that ends its test under every schedule is none of the schedule's, and becomes
 * suspicious: the test fails without Harrier as well.
 */
final class FindingConfirmation {
  /** A panic that so many schedules of all strategies end in does not hang on the schedule. */
  private static final int PER_PANIC = 10;

  private final ScheduleExploration exploration;
  private final Duration time;
  private final List<Remark> remarks = new ArrayList<>();
  private final Set<Finding> withdrawn = new HashSet<>();

  /**
   * @param time how long to search; zero for not at all
   */
  FindingConfirmation(ScheduleExploration exploration, Duration time) {
    this.exploration = exploration;
    this.time = time;
  }

  /** What the user should know of the search. */
  List<Remark> remarks() {
    return remarks;
  }

  /** How many predictions can't happen. */
  int withdrawn() {
    return withdrawn.size();
  }

  /**
   * The findings, with the result of the search in those that were looked into, and without what
   * can't happen.
   */
  List<Finding> judged(List<Finding> findings) throws IOException {
    Map<String, List<Finding>> open =
        findings.stream()
            .filter(f -> !f.test().isEmpty() && (isPredicted(f) || isPanic(f)))
            .filter(f -> isPredicted(f) || exploration.installation().canBeControlled())
            .filter(f -> f.witness().rerun() instanceof Rerun.TestAgain)
            .collect(Collectors.groupingBy(this::pattern, LinkedHashMap::new, Collectors.toList()));
    boolean wanted = !time.isZero() && !exploration.shutdown().isRequested();
    if (open.isEmpty() || !wanted) {
      return findings;
    }
    Duration share = time.dividedBy(explorations(open));
    Map<Finding, Finding> judged = new LinkedHashMap<>();
    try (Watch watch = new Watch()) {
      for (Map.Entry<String, List<Finding>> entry : open.entrySet()) {
        search(entry.getKey(), entry.getValue(), share, watch, judged);
      }
    } catch (ToolchainException e) {
      remarks.add(new Remark.NotTried(Remark.Trial.SCHEDULES, "", String.valueOf(e.getMessage())));
    }
    return findings.stream()
        .filter(f -> !withdrawn.contains(f))
        .map(f -> judged.getOrDefault(f, f))
        .toList();
  }

  /** The predictions of a package are one, and its panics another. */
  private static long explorations(Map<String, List<Finding>> open) {
    return open.values().stream()
        .flatMap(findings -> findings.stream().map(FindingConfirmation::isPredicted).distinct())
        .count();
  }

  private static boolean isPredicted(Finding finding) {
    return finding.strength() == Strength.PREDICTED;
  }

  private static boolean isPanic(Finding finding) {
    return finding.strength() == Strength.OBSERVED
        && finding.defect() instanceof Defect.Crashed crashed
        && !crashed.fatal();
  }

  /** The package of the tests, also for who is not in the directory that patterns are for. */
  private String pattern(Finding finding) {
    return finding.witness().rerun() instanceof Rerun.TestAgain again
            && !again.packagePattern().isEmpty()
        ? Reruns.testPackage(finding, exploration.installation().modules())
        : ".";
  }

  private void search(
      String pattern, List<Finding> open, Duration share, Watch watch, Map<Finding, Finding> judged)
      throws ToolchainException, IOException {
    List<Target> targets = exploration.targets(List.of(pattern), tests(open), watch);
    if (targets.isEmpty()) {
      remarks.add(new Remark.NotTried(Remark.Trial.SCHEDULES, pattern, "it could not be built"));
      return;
    }
    List<Finding> predictions = open.stream().filter(FindingConfirmation::isPredicted).toList();
    if (!predictions.isEmpty()) {
      Outcome outcome = exploration.confirm(predictions, of(predictions, targets), share, watch);
      predictions.forEach(p -> judged.put(p, exploration.judged(p, outcome)));
      List<Finding> doubtful =
          predictions.stream()
              .filter(p -> !judged.getOrDefault(p, p).strength().isProven())
              .filter(p -> mayBeImpossible(p, of(List.of(p), targets), outcome))
              .toList();
      Duration left = share.minus(outcome.duration());
      if (!doubtful.isEmpty() && left.isPositive()) {
        withdrawn.addAll(
            exploration.impossible(doubtful, List.of(pattern), tests(doubtful), left, watch));
      }
    }
    List<Finding> panics = open.stream().filter(FindingConfirmation::isPanic).toList();
    if (!panics.isEmpty()) {
      Outcome outcome = exploration.explore(of(panics, targets), PER_PANIC, share, watch);
      panics.forEach(p -> constant(p, outcome).ifPresent(c -> judged.put(p, c)));
    }
  }

  /**
   * Whether it is worth to ask: one test showed it, once, and all its schedules are known, if no
   * data race makes more of them.
   */
  private static boolean mayBeImpossible(
      Finding prediction, List<Target> targets, Outcome outcome) {
    return prediction.count() == 1
        && targets.size() == 1
        && outcome.complete().containsAll(targets);
  }

  /** The targets that run the tests of these findings. */
  private static List<Target> of(List<Finding> findings, List<Target> targets) {
    return targets.stream()
        .filter(target -> findings.stream().anyMatch(f -> target.name().equals(f.topLevelTest())))
        .toList();
  }

  /** What {@code -run} takes for the tests that they are charged to. */
  private static String tests(List<Finding> findings) {
    return findings.stream()
        .map(Finding::topLevelTest)
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .collect(Collectors.joining("|", "^(", ")$"));
  }

  /** The panic as it is to be reported if every schedule that was tried ended in it. */
  private static Optional<Finding> constant(Finding panic, Outcome outcome) {
    return outcome.discoveries().stream()
        .map(Discovery::finding)
        .filter(f -> f.fingerprint().equals(panic.fingerprint()))
        .flatMap(f -> f.explanation().doubts().stream())
        .filter(Doubt.EveryExecution.class::isInstance)
        .findFirst()
        .map(panic::suspicious);
  }
}

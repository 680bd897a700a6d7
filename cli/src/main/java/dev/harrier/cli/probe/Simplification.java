package dev.harrier.cli.probe;

import dev.harrier.base.file.IoErrors;
import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.InputRecordings;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.cli.exploring.Workers;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.ProbeNote;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Witness;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Shows findings with fewer calls. Of a scenario with more than two, what is left without some of
 * them is explored when the findings are known, the fewest calls first: one that shows the same
 * finding takes its place.
 */
final class Simplification {
  /** Executions of each reduction at most. */
  private static final int EXECUTIONS = 60;

  /** For recordings of what these findings' executions read, and for one of these executions. */
  private static final Duration FOR_INPUTS = Duration.ofSeconds(10);

  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final List<Probe> probes;
  private final ProbeFiles files;
  private final ScenarioJudge judge;
  private final OrderRuns runs;
  private final TimeBudget time;
  private final RunDirectory run;
  private final boolean values;
  private final List<Remark> remarks = new ArrayList<>();

  /** Where those findings are shown that fewer calls show, by test. */
  private final Map<String, Shown> shown = new HashMap<>();

  private Optional<String> failure = Optional.empty();

  /** A scenario, what its calls do one after the other, and the directory of its package. */
  record Shown(Probe.Scenario scenario, Orders orders, Path directory) {}

  /**
   * @param time of which it takes its part
   * @param run that keeps what executions with fewer calls read
   * @param values whether it keeps values and contents
   */
  Simplification(
      List<Probe> probes,
      ProbeFiles files,
      ScenarioJudge judge,
      OrderRuns runs,
      TimeBudget time,
      RunDirectory run,
      boolean values) {
    this.run = run;
    this.values = values;
    this.time = time;
    this.probes = probes;
    this.files = files;
    this.judge = judge;
    this.runs = runs;
  }

  /** Where a finding is shown; empty if no fewer calls show it. */
  Optional<Shown> shown(Finding finding) {
    return Optional.ofNullable(shown.get(finding.topLevelTest()));
  }

  /** What the user should know besides. */
  List<Remark> remarks() {
    return List.copyOf(remarks);
  }

  /** Why findings are not simplified, if they could not be. */
  Optional<String> failure() {
    return failure;
  }

  /** The findings, those that fewer calls show as these show them. */
  List<Finding> of(List<Finding> reported) {
    List<Finding> shown = fewest(reported);
    time.spent(ProbeNote.Phase.SIMPLIFYING);
    return shown;
  }

  private List<Finding> fewest(List<Finding> reported) {
    Set<Probe.Scenario> large = new LinkedHashSet<>();
    for (Finding finding : reported) {
      judge.scenario(finding).filter(s -> !s.reductions().isEmpty()).ifPresent(large::add);
    }
    if (large.isEmpty() || runs.shutdown().isRequested()) {
      return reported;
    }
    try {
      return simplified(reported, large);
    } catch (ToolchainException | StoreException e) {
      failure = Optional.of(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      failure = Optional.of(IoErrors.described(e));
    }
    return reported;
  }

  private List<Finding> simplified(List<Finding> reported, Set<Probe.Scenario> large)
      throws ToolchainException, StoreException, IOException {
    List<Probe> less = probes.stream().map(probe -> probe.reduced(large)).toList();
    ProbeFiles written = files.ofReductions();
    Path directory = Files.createTempDirectory("harrier-probe");
    Map<Finding, Finding> simpler = new HashMap<>();
    Set<Discovery> showing = new LinkedHashSet<>();
    OrderRuns.Learned learned;
    Duration part = time.simplifying().dividedBy(1L + mostCalls(large) - 2);
    try (Watch watch = new Watch()) {
      OrderRuns.Built built = runs.built(less, written, directory, UnaryOperator.identity(), watch);
      learned = runs.learned(less, written, built, part, watch);
      Reduced reduced =
          new Reduced(large, new ScenarioJudge(less, learned.orders(), learned.baseline(), true));
      ScheduleExploration exploration = built.exploration();
      List<Target> targets;
      if (reported.stream().anyMatch(finding -> isOfResults(finding, large))) {
        targets =
            exploration.targets( // which compare results now
                exploration.raceBuild(), OrderRuns.packages(less), "^TestProbe", List.of(), watch);
      } else {
        targets = built.named("TestProbe");
        written.write(less, Orders.read(List.of())); // A replay builds what was built here.
      }
      for (int size = 2; size < mostCalls(large); size++) {
        List<Finding> open = reported.stream().filter(f -> !simpler.containsKey(f)).toList();
        Set<String> tests = reduced.tests(open, size);
        Outcome outcome =
            exploration.races(
                open,
                (finding, found) -> reduced.shownBy(finding, found).isPresent(),
                targets.stream().filter(target -> tests.contains(target.name())).toList(),
                EXECUTIONS,
                part,
                watch);
        for (Finding finding : open) {
          for (Discovery discovery : outcome.discoveries()) {
            Optional<Finding> fewer = reduced.shownBy(finding, discovery.reported());
            if (fewer.isPresent()) {
              Finding plain = fewer.get();
              Witness witness = exploration.witness(discovery, plain);
              simpler.put(
                  finding,
                  plain.with(
                      Witnesses.withOverlay(written.overlay(), witness, plain.fingerprint())));
              showing.add(discovery);
              break;
            }
          }
        }
      }
      recordInputs(showing, exploration, watch);
    } finally {
      Trees.delete(directory);
    }
    for (Probe probe : less) {
      for (Probe.Scenario scenario : probe.scenarios()) {
        shown.put(
            scenario.test(), new Shown(scenario, learned.orders(), Path.of(probe.directory())));
      }
    }
    return reported.stream().map(finding -> simpler.getOrDefault(finding, finding)).toList();
  }

  private void recordInputs(Set<Discovery> showing, ScheduleExploration exploration, Watch watch) {
    Instant end = Instant.now().plus(FOR_INPUTS);
    new InputRecordings(exploration.installation(), exploration.context())
        .make(
            List.copyOf(showing),
            run,
            values,
            Workers.factory(exploration.installation(), exploration.directory(), watch),
            () -> Limits.of(LIMIT),
            () -> runs.shutdown().isRequested() || Instant.now().isAfter(end),
            remarks::add);
  }

  private boolean isOfResults(Finding finding, Set<Probe.Scenario> large) {
    return finding.defect() instanceof Defect.NonLinearizable
        && judge.scenario(finding).filter(large::contains).isPresent();
  }

  private static int mostCalls(Set<Probe.Scenario> scenarios) {
    return scenarios.stream().mapToInt(Probe.Scenario::size).max().orElse(0);
  }

  /** What is left of some scenarios. */
  private record Reduced(Set<Probe.Scenario> scenarios, ScenarioJudge judge) {
    private Stream<Probe.Scenario> of(Finding finding) {
      return scenarios.stream()
          .filter(scenario -> scenario.test().equals(finding.topLevelTest()))
          .flatMap(scenario -> scenario.reductions().stream())
          .map(Probe.Reduction::scenario);
    }

    /** The tests with so many calls that may show one of some findings. */
    Set<String> tests(List<Finding> findings, int size) {
      return findings.stream()
          .flatMap(this::of)
          .filter(scenario -> scenario.size() == size)
          .map(Probe.Scenario::test)
          .collect(Collectors.toSet());
    }

    /** What fewer calls showed, if it is the same finding, and as firm. */
    Optional<Finding> shownBy(Finding finding, Finding found) {
      return of(finding).anyMatch(less -> less.test().equals(found.topLevelTest()))
          ? judge
              .judged(found)
              .filter(plain -> ScenarioJudge.areSame(finding, plain))
              .filter(plain -> plain.strength().isProven() || !finding.strength().isProven())
          : Optional.empty();
    }
  }
}

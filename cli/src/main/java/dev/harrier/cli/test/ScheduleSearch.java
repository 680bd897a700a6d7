package dev.harrier.cli.test;

import dev.harrier.cli.fuzz.FuzzProgress;
import dev.harrier.cli.fuzz.ReplayCodes;
import dev.harrier.cli.fuzz.Witnesses;
import dev.harrier.cli.fuzz.Workers;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.Installation;
import dev.harrier.cli.session.Progress;
import dev.harrier.cli.session.Races;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.explore.campaign.Budget;
import dev.harrier.explore.campaign.Campaign;
import dev.harrier.explore.campaign.Discovery;
import dev.harrier.explore.campaign.Memory;
import dev.harrier.explore.campaign.Outcome;
import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.guide.ConfirmGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.guide.PortfolioGuide;
import dev.harrier.explore.guide.ReversalGuide;
import dev.harrier.explore.guide.UntilConfirmed;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.target.Target;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Asks other schedules what the findings of a test run are worth. Predictions are made to happen:
 * the tests that they are charged to are explored, with half of the executions directed at them. A
 * panic that ends its test under every schedule is none of the schedule's, and becomes suspicious:
 * the test fails without Harrier, too.
 */
final class ScheduleSearch {
  /** A test that has shown nothing by then is not likely to show it soon. */
  private static final int PER_TEST = 100;

  /** A panic that so many schedules of all strategies end in does not hang on the schedule. */
  private static final int PER_PANIC = 10;

  /** Timers that need not fire are taken out of the schedule, and switches. */
  private static final int MINIMISING = 40;

  private static final int SHARE = 2;
  private static final long SEED = 1;
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final CommandContext context;
  private final Installation installation;
  private final ShutdownHandler ending;
  private final RunDirectory directory;
  private final TestJob job;
  private final List<String> notes = new ArrayList<>();

  ScheduleSearch(
      CommandContext context,
      Installation installation,
      ShutdownHandler ending,
      RunDirectory directory,
      TestJob job) {
    this.context = context;
    this.installation = installation;
    this.ending = ending;
    this.directory = directory;
    this.job = job;
  }

  /** What the user should know of the search. */
  List<String> notes() {
    return notes;
  }

  /** The findings, with what the search came to in those that were looked into. */
  List<Finding> judged(List<Finding> findings) throws IOException {
    Map<String, List<Finding>> open =
        findings.stream()
            .filter(f -> !f.test().isEmpty() && (isPredicted(f) || isPanic(f)))
            .filter(f -> f.witness().rerun() instanceof Rerun.TestAgain)
            .collect(
                Collectors.groupingBy(
                    ScheduleSearch::pattern, LinkedHashMap::new, Collectors.toList()));
    boolean wanted = !job.confirm().isZero() && !ending.isRequested();
    if (open.isEmpty() || !wanted || !installation.canBeControlled()) {
      return findings;
    }
    Duration share = job.confirm().dividedBy(explorations(open));
    Map<Finding, Finding> judged = new LinkedHashMap<>();
    try (Watch watch = new Watch()) {
      for (Map.Entry<String, List<Finding>> entry : open.entrySet()) {
        search(entry.getKey(), entry.getValue(), share, watch, judged);
      }
    } catch (ToolchainException e) {
      notes.add("other schedules were not tried: " + e.getMessage());
    }
    return findings.stream().map(f -> judged.getOrDefault(f, f)).toList();
  }

  /** The predictions of a package are one, and its panics another. */
  private static long explorations(Map<String, List<Finding>> open) {
    return open.values().stream()
        .flatMap(findings -> findings.stream().map(ScheduleSearch::isPredicted).distinct())
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

  private static String pattern(Finding finding) {
    return finding.witness().rerun() instanceof Rerun.TestAgain again ? again.packagePattern() : "";
  }

  private void search(
      String pattern, List<Finding> open, Duration time, Watch watch, Map<Finding, Finding> judged)
      throws ToolchainException, IOException {
    GoBuild build = installation.build(context, Races.OFF, job.buildFlags());
    Preparation preparation =
        installation.preparation(build, job.runFlags(), directory, watch, ending);
    List<Target> targets;
    try (Progress progress = new Progress(context)) {
      targets =
          preparation.targets(
              List.of(pattern.isEmpty() ? "." : pattern),
              new Selection(false, tests(open), "", List.of()),
              progress::say);
    }
    if (targets.isEmpty()) {
      notes.add("other schedules of %s were not tried: it could not be built".formatted(pattern));
      return;
    }
    List<Finding> predictions = open.stream().filter(ScheduleSearch::isPredicted).toList();
    if (!predictions.isEmpty()) {
      Outcome outcome =
          explore(
              of(predictions, targets), confirming(predictions), PER_TEST, MINIMISING, time, watch);
      ReplayCodes codes =
          new ReplayCodes(job.buildFlags(), List.of(), installation.go().version().toString());
      predictions.forEach(p -> judged.put(p, judged(p, outcome, codes)));
    }
    List<Finding> panics = open.stream().filter(ScheduleSearch::isPanic).toList();
    if (!panics.isEmpty()) {
      Outcome outcome = explore(of(panics, targets), standard(), PER_PANIC, 0, time, watch);
      panics.forEach(p -> constant(p, outcome).ifPresent(c -> judged.put(p, c)));
    }
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

  private static Guide standard() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new PortfolioGuide(new Portfolio(Portfolio.standard(), SEED, processors));
  }

  private static Guide confirming(List<Finding> predictions) {
    return new UntilConfirmed(
        new ConfirmGuide(new ReversalGuide(standard(), 1, SHARE, SEED), SHARE), predictions);
  }

  private Outcome explore(
      List<Target> targets, Guide guide, long perTest, int minimising, Duration time, Watch watch) {
    Campaign campaign =
        new Campaign(
            targets,
            guide,
            Memory.NONE,
            new Budget(time, Long.MAX_VALUE, perTest, false, false, false, minimising),
            Limits.of(LIMIT));
    ending.onRequest(campaign::stop);
    try (FuzzProgress _ = FuzzProgress.show(context, campaign::progress)) {
      return campaign.run(
          Runtime.getRuntime().availableProcessors(),
          Workers.hiring(installation, directory, watch));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** The panic as it is to be told if every schedule that was tried ended in it. */
  private static Optional<Finding> constant(Finding panic, Outcome outcome) {
    return outcome.discoveries().stream()
        .map(Discovery::finding)
        .filter(f -> f.fingerprint().equals(panic.fingerprint()))
        .flatMap(f -> f.explanation().doubts().stream())
        .filter(Doubt.EveryExecution.class::isInstance)
        .findFirst()
        .map(panic::suspicious);
  }

  private static Finding judged(Finding prediction, Outcome outcome, ReplayCodes codes) {
    Optional<Discovery> shown =
        outcome.discoveries().stream()
            .filter(d -> Confirmation.isShownBy(prediction, d.told()))
            .findFirst();
    if (shown.isPresent()) {
      return confirmed(prediction, shown.get(), codes);
    }
    Doubt.NotConfirmed search =
        outcome.unproved().stream()
            .filter(f -> f.fingerprint().equals(prediction.fingerprint()))
            .findFirst()
            .map(Confirmation::search)
            .filter(known -> known.executions() > 0)
            .orElse(new Doubt.NotConfirmed(outcome.executions(), 0, List.of()));
    return Confirmation.tried(prediction, search);
  }

  private static Finding confirmed(Finding prediction, Discovery shown, ReplayCodes codes) {
    Explanation explanation = prediction.explanation();
    return prediction
        .with(Strength.CONFIRMED)
        .with(
            new Explanation(
                explanation.participants(),
                explanation.objects(),
                explanation.steps(),
                List.of(new Evidence.MadeToHappen(shown.execution())),
                shown.told().explanation().doubts(),
                explanation.fix()))
        .with(Witnesses.of(codes, shown, prediction.fingerprint()));
  }
}

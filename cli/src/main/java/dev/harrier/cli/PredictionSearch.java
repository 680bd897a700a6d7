package dev.harrier.cli;

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
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.run.Runner;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Looks for schedules that make the predictions of a test run happen: it explores the tests that
 * the predictions are charged to, and directs half of the executions at them.
 */
final class PredictionSearch {
  /** A test that has shown nothing by then is not likely to show it soon. */
  private static final int PER_TEST = 100;

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

  PredictionSearch(
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

  /** The findings, with what the search came to in those that are predicted. */
  List<Finding> judged(List<Finding> findings) throws IOException {
    Map<String, List<Finding>> predictions =
        findings.stream()
            .filter(f -> f.strength() == Strength.PREDICTED && !f.test().isEmpty())
            .filter(f -> f.witness().rerun() instanceof Rerun.TestAgain)
            .collect(
                Collectors.groupingBy(
                    PredictionSearch::pattern, LinkedHashMap::new, Collectors.toList()));
    boolean wanted = !job.confirm().isZero() && !ending.isRequested();
    if (predictions.isEmpty() || !wanted || !installation.canBeControlled()) {
      return findings;
    }
    Duration share = job.confirm().dividedBy(predictions.size());
    Map<Finding, Finding> judged = new LinkedHashMap<>();
    try (Watch watch = new Watch()) {
      for (Map.Entry<String, List<Finding>> entry : predictions.entrySet()) {
        search(entry.getKey(), entry.getValue(), share, watch, judged);
      }
    } catch (ToolchainException e) {
      notes.add("the predictions were not looked into: " + e.getMessage());
    }
    return findings.stream().map(f -> judged.getOrDefault(f, f)).toList();
  }

  private static String pattern(Finding finding) {
    return finding.witness().rerun() instanceof Rerun.TestAgain again ? again.packagePattern() : "";
  }

  private void search(
      String pattern,
      List<Finding> predictions,
      Duration time,
      Watch watch,
      Map<Finding, Finding> judged)
      throws ToolchainException, IOException {
    GoBuild build =
        new GoBuild(
            installation.go(), installation.overlay(), context.directory(), job.buildFlags());
    ending.onRequest(build::cancel);
    ending.onRequest(watch::cancel);
    Preparation preparation =
        new Preparation(
            build,
            directory.binaries(),
            Runner.of(installation.go(), job.runFlags()),
            installation.go().environment(),
            watch);
    List<Target> targets;
    try (Progress progress = new Progress(context)) {
      targets =
          preparation.targets(
              List.of(pattern.isEmpty() ? "." : pattern),
              new Selection(false, tests(predictions), "", List.of()),
              progress::say);
    }
    if (targets.isEmpty()) {
      notes.add(
          "the predictions of %s were not looked into: it could not be built".formatted(pattern));
      return;
    }
    Outcome outcome = explore(predictions, targets, time, watch);
    ReplayCodes codes =
        new ReplayCodes(job.buildFlags(), List.of(), installation.go().version().toString());
    for (Finding prediction : predictions) {
      judged.put(prediction, judged(prediction, outcome, codes));
    }
  }

  /** What {@code -run} takes for the tests that they are charged to. */
  private static String tests(List<Finding> predictions) {
    return predictions.stream()
        .map(f -> Pattern.compile("/").split(f.test(), 2)[0])
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .collect(Collectors.joining("|", "^(", ")$"));
  }

  private Outcome explore(
      List<Finding> predictions, List<Target> targets, Duration time, Watch watch) {
    int processors = Runtime.getRuntime().availableProcessors();
    Guide base = new PortfolioGuide(new Portfolio(Portfolio.standard(), SEED, processors));
    Guide guide =
        new UntilConfirmed(
            new ConfirmGuide(new ReversalGuide(base, 1, SHARE, SEED), SHARE), predictions);
    Campaign campaign =
        new Campaign(
            targets,
            guide,
            Memory.NONE,
            new Budget(time, Long.MAX_VALUE, PER_TEST, false, false, MINIMISING),
            Limits.of(LIMIT));
    ending.onRequest(campaign::stop);
    try (FuzzProgress _ = FuzzProgress.show(context, campaign)) {
      return campaign.run(processors, Workers.hiring(installation, directory, watch));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static Finding judged(Finding prediction, Outcome outcome, ReplayCodes codes) {
    Optional<Discovery> shown =
        outcome.discoveries().stream()
            .filter(d -> Confirmation.of(prediction, d.finding()))
            .filter(d -> d.told().strength() == Strength.OBSERVED)
            .findFirst();
    if (shown.isPresent()) {
      return confirmed(prediction, shown.get(), codes);
    }
    long directed =
        outcome.unproved().stream()
            .filter(f -> f.fingerprint().equals(prediction.fingerprint()))
            .findFirst()
            .map(Confirmation::directed)
            .orElse(0L);
    return Confirmation.tried(prediction, outcome.executions(), directed);
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

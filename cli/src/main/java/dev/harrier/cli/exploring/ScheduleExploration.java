package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.loop.Budget;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.ExplorationLoop;
import dev.harrier.explore.loop.Interest;
import dev.harrier.explore.loop.Memory;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.loop.SearchGuides;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.target.Target;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Witness;
import dev.harrier.report.RunId;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Explores tests to learn what findings of another run are worth: predictions are made to happen,
 * with half of the executions directed at them, and are withdrawn where all schedules of their
 * tests are known and none makes them happen. Races that the source shows are looked for with the
 * race detector.
 *
 * @param context with the directory of the module
 * @param directory for executables and traces
 * @param buildFlags without which the tests would be others
 * @param runFlags that say how they are run
 */
public record ScheduleExploration(
    CommandContext context,
    Installation installation,
    ShutdownHandler shutdown,
    RunDirectory directory,
    List<String> buildFlags,
    List<String> runFlags) {
  /** Timers that need not fire are taken out of the schedule, and switches. */
  private static final int MINIMIZING = 40;

  private static final Duration LIMIT = Duration.ofSeconds(5);

  public ScheduleExploration {
    buildFlags = List.copyOf(buildFlags);
    runFlags = List.copyOf(runFlags);
  }

  /**
   * An exploration that keeps nothing.
   *
   * @param directory for executables and traces, which the caller removes
   * @param buildFlags as in the record
   */
  public static ScheduleExploration in(
      Path directory,
      CommandContext context,
      Installation installation,
      ShutdownHandler shutdown,
      List<String> buildFlags)
      throws IOException {
    RunDirectory files = new RunDirectory(RunId.of(Instant.now(), 1), directory);
    Files.createDirectories(files.traces());
    Files.createDirectories(files.binaries());
    return new ScheduleExploration(context, installation, shutdown, files, buildFlags, List.of());
  }

  /**
   * Builds tests.
   *
   * @param packages patterns
   * @param run what the tests must match, as Go's {@code -run}; "" for all
   */
  public List<Target> targets(List<String> packages, String run, Watch watch)
      throws ToolchainException, IOException {
    return targets(
        installation.build(context, Races.OFF, buildFlags), packages, run, List.of(), watch);
  }

  /**
   * The same, built in a way such as {@link #raceBuild} is.
   *
   * @param testFlags for each test binary
   */
  public List<Target> targets(
      GoBuild build, List<String> packages, String run, List<String> testFlags, Watch watch)
      throws ToolchainException, IOException {
    return targets(build, packages, run, testFlags, UnaryOperator.identity(), watch);
  }

  /**
   * The same, of some packages.
   *
   * @param wanted those of some packages that are built next
   */
  public List<Target> targets(
      GoBuild build,
      List<String> packages,
      String run,
      List<String> testFlags,
      UnaryOperator<List<GoPackage>> wanted,
      Watch watch)
      throws ToolchainException, IOException {
    Preparation preparation = installation.preparation(build, runFlags, directory, watch, shutdown);
    try (Progress progress = new Progress(context)) {
      return preparation.targets(
          packages, new Selection(false, run, "", testFlags), progress::say, wanted);
    }
  }

  /**
   * Explores until each of the predictions has happened, no test has anything more to show, or the
   * time is over.
   */
  public Outcome confirm(
      List<Finding> predictions, List<Target> targets, Duration time, Watch watch) {
    Guide guide = SearchGuides.predictions(predictions, installation.canBeControlled());
    return explore(targets, guide, Long.MAX_VALUE, MINIMIZING, time, watch);
  }

  /** Builds programs so that their executions look for data races, as {@link #races} needs them. */
  public GoBuild raceBuild() throws ToolchainException, IOException {
    return installation.build(context, detector(), buildFlags);
  }

  /** Harrier's own, unless the user has Go's in all builds. */
  private Races detector() {
    return installation.isRaceDetected(buildFlags) ? Races.OFF : Races.PACKAGES;
  }

  /**
   * Explores until each of some reports has raced, or the time is over. The discoveries are what
   * raced, each with a schedule.
   *
   * @param shows whether a report, which comes first, is what was observed
   * @param targets of programs that {@link #raceBuild} built
   * @param perTest executions of each test at most
   */
  public Outcome races(
      List<Finding> reports,
      BiPredicate<Finding, Finding> shows,
      List<Target> targets,
      int perTest,
      Duration time,
      Watch watch) {
    Guide guide = SearchGuides.races(reports, shows, perTest);
    return explore(targets, guide, perTest, MINIMIZING, time, watch);
  }

  /**
   * What replays a race that {@link #races} discovered.
   *
   * @param report under which it is kept
   */
  public Witness witness(Discovery race, Finding report) {
    BuildSettings build = installation.settings(context, buildFlags);
    ReplayCodes codes =
        ReplayCodes.of(build.with(detector().detection(build.races())), List.of(), installation);
    return Witnesses.of(codes, race, report.fingerprint());
  }

  /**
   * The predictions that no schedule of tests makes happen. Only where data races are looked for is
   * it known that schedules are all that an execution depends on, so the tests are built for that.
   *
   * @param packages patterns, as for {@link #targets}
   */
  public List<Finding> impossible(
      List<Finding> predictions, List<String> packages, String run, Duration time, Watch watch)
      throws ToolchainException, IOException {
    if (installation.isRaceDetected(buildFlags)) {
      return List.of();
    }
    GoBuild build = installation.build(context, Races.PACKAGES, buildFlags);
    List<Target> targets = targets(build, packages, run, List.of(), watch);
    if (!build.remarks().isEmpty()) {
      return List.of();
    }
    Guide guide = SearchGuides.allSchedules(predictions);
    Set<String> withdrawn =
        explore(targets, guide, Long.MAX_VALUE, 0, time, watch).withdrawn().stream()
            .map(Finding::fingerprint)
            .collect(Collectors.toSet());
    return predictions.stream().filter(p -> withdrawn.contains(p.fingerprint())).toList();
  }

  /**
   * Explores with all techniques, as {@code fuzz} does: tests that fail under some schedules only
   * count too.
   *
   * @param conditions of the executions
   * @param faults what may fail
   * @param around wraps the guide
   * @param first whether the first proved finding that the guide seeks ends it
   * @param targets of programs that were built to look for races
   */
  public Outcome fuzz(
      List<Target> targets,
      Conditions conditions,
      FaultSetting faults,
      UnaryOperator<Guide> around,
      boolean first,
      Duration time,
      Watch watch) {
    Guide guide = SearchGuides.allTechniques(conditions, faults, LIMIT);
    return explore(targets, around.apply(guide), fuzzing(first, time), watch);
  }

  /**
   * Goes through all schedules of tests, one after the other, as long as there seems to be an end
   * of them.
   *
   * @param around wraps the guide
   * @param targets of programs that were built to look for races
   */
  public Outcome every(
      List<Target> targets,
      Conditions conditions,
      UnaryOperator<Guide> around,
      Duration time,
      Watch watch) {
    Guide guide = SearchGuides.allSchedules(conditions);
    return explore(targets, around.apply(guide), fuzzing(true, time), watch);
  }

  private static Budget fuzzing(boolean first, Duration time) {
    Set<Budget.End> ends = first ? Set.of(Budget.End.FIRST_FINDING) : Set.of();
    return new Budget(time, Long.MAX_VALUE, Long.MAX_VALUE, ends, true, MINIMIZING);
  }

  /** Explores with all strategies. */
  public Outcome explore(List<Target> targets, int perTest, Duration time, Watch watch) {
    return explore(targets, SearchGuides.strategies(), perTest, 0, time, watch);
  }

  /**
   * Explores with all strategies, but no timer fires before its time, and nothing is replayed that
   * goes wrong.
   */
  public Outcome observeOnTime(List<Target> targets, int perTest, Duration time, Watch watch) {
    Budget budget = new Budget(time, Long.MAX_VALUE, perTest, Set.of(), false, 0);
    return explore(targets, SearchGuides.strategiesOnTime(), budget, Interest.SIGHTINGS, watch);
  }

  private Outcome explore(
      List<Target> targets, Guide guide, long perTest, int minimizing, Duration time, Watch watch) {
    return explore(
        targets,
        guide,
        new Budget(time, Long.MAX_VALUE, perTest, Set.of(), false, minimizing),
        watch);
  }

  private Outcome explore(List<Target> targets, Guide guide, Budget budget, Watch watch) {
    return explore(targets, guide, budget, Interest.ALL, watch);
  }

  private Outcome explore(
      List<Target> targets, Guide guide, Budget budget, Interest interest, Watch watch) {
    ExplorationLoop exploration =
        new ExplorationLoop(
            targets, guide, Memory.NONE, budget, Limits.of(LIMIT), List.of(), interest);
    shutdown.onRequest(exploration::stop);
    try (ExplorationProgress _ = ExplorationProgress.show(context, exploration::progress)) {
      return exploration.run(
          Runtime.getRuntime().availableProcessors(),
          Workers.factory(installation, directory, watch));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** The prediction as an exploration shows it: confirmed, or with what was tried. */
  public Finding judged(Finding prediction, Outcome outcome) {
    Optional<Discovery> shown =
        outcome.discoveries().stream()
            .filter(d -> Confirmation.isShownBy(prediction, d.reported()))
            .findFirst();
    if (shown.isPresent()) {
      return confirmed(prediction, shown.get());
    }
    Doubt.NotConfirmed search =
        outcome.unproved().stream()
            .filter(f -> f.fingerprint().equals(prediction.fingerprint()))
            .findFirst()
            .map(Confirmation::search)
            .filter(known -> known.executions() > 0)
            .orElse(new Doubt.NotConfirmed(outcome.executions(), 0, 0, List.of()));
    return Confirmation.tried(prediction, search);
  }

  private Finding confirmed(Finding prediction, Discovery shown) {
    ReplayCodes codes =
        ReplayCodes.of(installation.settings(context, buildFlags), List.of(), installation);
    return prediction
        .confirmed(
            new Evidence.MadeToHappen(shown.execution()), shown.reported().explanation().doubts())
        .with(Witnesses.of(codes, shown, prediction.fingerprint()));
  }
}

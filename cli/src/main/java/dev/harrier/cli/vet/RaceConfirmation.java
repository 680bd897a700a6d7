package dev.harrier.cli.vet;

import dev.harrier.analysis.engine.Folding;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.ExitStatus;
import dev.harrier.cli.session.Installation;
import dev.harrier.cli.session.Progress;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.cli.session.TraceHeaders;
import dev.harrier.cli.session.UserError;
import dev.harrier.cli.test.TraceReading;
import dev.harrier.model.file.Trees;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Site;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.run.TestRequest;
import dev.harrier.toolchain.run.TestResult;
import dev.harrier.toolchain.run.TestRun;
import dev.harrier.vet.ssa.TestFunction;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs tests that may show static reports, with Go's race detector. A report whose two lines raced
 * there is confirmed. Of the others a run that measures coverage says which of their lines no test
 * came to: that one is apart, for its counters would order what races.
 */
final class RaceConfirmation {
  /** The detector sees what one schedule does. */
  private static final int ROUNDS = 3;

  private static final String REPEATED = "-count=" + ROUNDS;

  private final CommandContext context;
  private final ShutdownHandler shutdown;
  private final List<String> tags;

  RaceConfirmation(CommandContext context, ShutdownHandler shutdown, List<String> tags) {
    this.context = context;
    this.shutdown = shutdown;
    this.tags = List.copyOf(tags);
  }

  /** The findings as the tests show them, and what to tell about that. */
  record Judged(List<Finding> findings, List<String> notes) {}

  /** A line with an access. */
  private record Place(String file, int line) {
    static Place of(Access access) {
      return new Place(access.at().file(), access.at().line());
    }
  }

  /**
   * @param reaching the tests that may run both accesses of a report, by its fingerprint
   */
  Judged judged(List<Finding> reports, Map<String, List<TestFunction>> reaching)
      throws UserError, ToolchainException, IOException {
    TestSelection selection = new TestSelection(reports, reaching);
    if (selection.batches().isEmpty() || shutdown.isRequested()) {
      return new Judged(reports, List.of());
    }
    Path directory = Files.createTempDirectory("harrier-confirm");
    try {
      return judged(reports, selection, directory);
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } finally {
      Trees.delete(directory);
    }
  }

  private Judged judged(List<Finding> reports, TestSelection selection, Path directory)
      throws ToolchainException, StoreException, IOException {
    Installation installation = Installation.find(context);
    List<String> flags = with(tagged(), "-race");
    List<Finding> seen = new ArrayList<>();
    List<TestResult> results = new ArrayList<>();
    for (TestSelection.Batch batch : selection.batches()) {
      Path traces = Files.createDirectory(directory.resolve("race" + results.size()));
      TestRun run = run(installation, batch, with(flags, REPEATED), traces);
      TestResult result = result(run, "running %s with -race".formatted(selection));
      TraceReading reading =
          new TraceReading(installation.modules(), installation.go().goroot(), flags, run.races());
      result
          .processes()
          .forEach(p -> seen.addAll(reading.read(p, shutdown::isRequested).findings()));
      results.add(result);
    }
    Map<Set<Place>, Finding> races = new HashMap<>();
    for (Finding finding : Folding.fold(seen)) {
      if (finding.defect() instanceof Defect.Race race) {
        races.putIfAbsent(places(race.first(), race.second()), finding);
      }
    }
    List<Finding> judged =
        reports.stream()
            .map(f -> race(f, races).map(shown -> confirmed(f, shown)).orElse(f))
            .toList();
    List<String> notes = List.of(note(judged, selection, results));
    boolean open = judged.stream().anyMatch(f -> f.strength() != Strength.CONFIRMED);
    boolean ran = results.stream().anyMatch(r -> !r.processes().isEmpty());
    if (!open || !ran || shutdown.isRequested()) {
      return new Judged(judged, notes);
    }
    ReachedLines reached = reached(installation, reports, selection, directory);
    return new Judged(judged.stream().map(f -> tried(f, selection.of(f), reached)).toList(), notes);
  }

  private ReachedLines reached(
      Installation installation, List<Finding> reports, TestSelection selection, Path directory)
      throws ToolchainException, IOException {
    String measured =
        reports.stream().map(TestSelection::packageOf).distinct().collect(Collectors.joining(","));
    List<Path> profiles = new ArrayList<>();
    for (TestSelection.Batch batch : selection.batches()) {
      Path traces = Files.createDirectory(directory.resolve("covered" + profiles.size()));
      Path profile = traces.resolve("profile");
      TestRun run =
          run(
              installation,
              batch,
              with(tagged(), "-covermode=set", "-coverpkg=" + measured, "-coverprofile=" + profile),
              traces);
      result(run, "running %s for what they come to".formatted(selection));
      profiles.add(profile);
    }
    return ReachedLines.in(profiles);
  }

  private TestRun run(
      Installation installation, TestSelection.Batch batch, List<String> flags, Path directory) {
    List<String> all = Stream.concat(flags.stream(), batch.flags().stream()).toList();
    TestRun run =
        new TestRun(
            installation.go(),
            installation.overlay(),
            new TestRequest(
                context.directory(),
                List.copyOf(batch.packages()),
                all,
                List.of(),
                directory,
                false),
            TraceHeaders::read);
    shutdown.onRequest(run::cancel);
    return run;
  }

  private TestResult result(TestRun run, String doing) throws ToolchainException, IOException {
    try (Progress progress = new Progress(context)) {
      progress.say(doing);
      return run.run(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    }
  }

  private List<String> tagged() {
    return tags.isEmpty() ? List.of() : List.of("-tags=" + String.join(",", tags));
  }

  private static List<String> with(List<String> flags, String... more) {
    return Stream.concat(flags.stream(), Arrays.stream(more)).toList();
  }

  /** A report that was not confirmed says what was run, and where that did not come. */
  private static Finding tried(Finding report, List<String> tests, ReachedLines reached) {
    return report.strength() != Strength.CONFIRMED && report.defect() instanceof Defect.Race race
        ? report.doubted(
            new Doubt.NotSeenInTests(
                tests, ROUNDS, accesses(race, reached, true), accesses(race, reached, false)))
        : report;
  }

  private static List<Site> accesses(Defect.Race race, ReachedLines lines, boolean reached) {
    return Stream.of(race.first().at(), race.second().at())
        .filter(at -> lines.isReached(at).equals(Optional.of(reached)))
        .map(at -> new Site(at.function(), at.file(), at.line()))
        .distinct()
        .toList();
  }

  private static String note(
      List<Finding> judged, TestSelection selection, List<TestResult> results) {
    if (results.stream().allMatch(r -> r.processes().isEmpty())) {
      return "nothing was confirmed: %s could not be run with -race%s"
          .formatted(
              selection,
              results.stream()
                  .map(TestResult::outcome)
                  .filter(RunOutcome.TargetFailed.class::isInstance)
                  .map(RunOutcome.TargetFailed.class::cast)
                  .map(failed -> " (" + failed.detail() + ")")
                  .findFirst()
                  .orElse(""));
    }
    long confirmed = judged.stream().filter(f -> f.strength() == Strength.CONFIRMED).count();
    return "%d of %d reports were seen to happen in %s, run with -race %s"
        .formatted(confirmed, judged.size(), selection, REPEATED);
  }

  /** A race at the two lines of the report, or at those of another pair that it lists. */
  private static Optional<Finding> race(Finding report, Map<Set<Place>, Finding> races) {
    Stream<Set<Place>> own =
        report.defect() instanceof Defect.Race race
            ? Stream.of(places(race.first(), race.second()))
            : Stream.of();
    Stream<Set<Place>> others =
        report.explanation().steps().stream()
            .filter(Step.AlsoRaces.class::isInstance)
            .map(Step.AlsoRaces.class::cast)
            .map(also -> places(also.first(), also.second()));
    return Stream.concat(own, others).filter(races::containsKey).map(races::get).findFirst();
  }

  private static Set<Place> places(Access first, Access second) {
    return Stream.of(first, second).map(Place::of).collect(Collectors.toUnmodifiableSet());
  }

  private static Finding confirmed(Finding report, Finding shown) {
    return report
        .confirmed(new Evidence.AccessesNotOrdered(), List.of())
        .chargedByDefaultTo(shown.test())
        .with(shown.witness());
  }
}

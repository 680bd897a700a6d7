package dev.harrier.cli.vet;

import dev.harrier.analysis.engine.Folding;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.Installation;
import dev.harrier.cli.session.Progress;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.cli.session.TraceHeaders;
import dev.harrier.cli.test.TraceReading;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Step;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.patch.UserOverlay;
import dev.harrier.toolchain.run.TestRequest;
import dev.harrier.toolchain.run.TestResult;
import dev.harrier.toolchain.run.TestRun;
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

/** Runs tests with Go's race detector, and keeps which lines raced. */
final class RaceRuns {
  /** The detector sees what one schedule does. */
  static final int ROUNDS = 3;

  static final String REPEATED = "-count=" + ROUNDS;

  /** Tests that hang, as they may where they are run for a race, are not waited for as usual. */
  private static final String LIMIT = "-timeout=3m";

  private final CommandContext context;
  private final ShutdownHandler shutdown;
  private final List<String> tags;
  private final ConfirmingTime time;
  private Optional<Installation> found = Optional.empty();
  private int number;

  RaceRuns(
      CommandContext context, ShutdownHandler shutdown, List<String> tags, ConfirmingTime time) {
    this.context = context;
    this.time = time;
    this.shutdown = shutdown;
    this.tags = List.copyOf(tags);
  }

  /** A line with an access. */
  private record Place(String file, int line) {
    static Place of(Access access) {
      return new Place(access.at().file(), access.at().line());
    }
  }

  /** What several runs came to. */
  static final class Seen {
    private final Map<Set<Place>, Finding> races = new HashMap<>();
    private final List<TestResult> results = new ArrayList<>();

    private void add(TestResult result, List<Finding> findings) {
      results.add(result);
      for (Finding finding : Folding.fold(findings)) {
        if (finding.defect() instanceof Defect.Race race) {
          races.putIfAbsent(places(race.first(), race.second()), finding);
        }
      }
    }

    /** A race at the two lines of the report, or at those of another pair that it lists. */
    Optional<Finding> showing(Finding report) {
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

    /** Whether any test ran at all. */
    boolean isAnyProcess() {
      return results.stream().anyMatch(r -> !r.processes().isEmpty());
    }

    /** Whether all tests ran, and passed. */
    boolean isAllWell() {
      return results.stream().allMatch(r -> r.outcome() instanceof RunOutcome.Passed);
    }

    /** Why tests could not be run. */
    Optional<String> complaint() {
      return results.stream()
          .map(TestResult::outcome)
          .filter(RunOutcome.TargetFailed.class::isInstance)
          .map(RunOutcome.TargetFailed.class::cast)
          .map(RunOutcome.TargetFailed::detail)
          .findFirst();
    }

    private static Set<Place> places(Access first, Access second) {
      return Stream.of(first, second).map(Place::of).collect(Collectors.toUnmodifiableSet());
    }
  }

  /** Asked for once: it takes several calls of go. */
  private Installation installation() throws ToolchainException, StoreException, IOException {
    if (found.isEmpty()) {
      found = Optional.of(Installation.find(context));
    }
    return found.get();
  }

  /** What {@code go test} is told to look for races. */
  List<String> flags() {
    return with(tagged(), "-race", REPEATED);
  }

  /**
   * Runs tests with the race detector. What raced until they were ended counts.
   *
   * @param overlay that they need
   * @param doing in words, while they run
   * @return whether they came to their end in the time that there is
   */
  boolean race(
      TestSelection.Batch batch,
      Optional<UserOverlay> overlay,
      Path directory,
      String doing,
      Seen seen)
      throws ToolchainException, StoreException, IOException {
    Installation installation = installation();
    Overlay built = installation.overlay();
    if (overlay.isPresent()) {
      built = built.with(overlay.get(), directory);
    }
    TestRun run = run(installation, built, batch, flags(), directory);
    TestResult result = result(run, doing);
    TraceReading reading =
        new TraceReading(
            installation.modules(),
            installation.go().goroot(),
            with(tagged(), "-race"),
            run.races());
    List<Finding> findings = new ArrayList<>();
    result
        .processes()
        .forEach(p -> findings.addAll(reading.read(p, shutdown::isRequested).findings()));
    seen.add(result, findings);
    return !(result.outcome() instanceof RunOutcome.Interrupted);
  }

  /** Which lines of the reports' packages the tests come to. */
  ReachedLines reached(List<Finding> reports, TestSelection selection, Path directory)
      throws ToolchainException, StoreException, IOException {
    Installation installation = installation();
    String measured =
        reports.stream().map(TestSelection::packageOf).distinct().collect(Collectors.joining(","));
    List<Path> profiles = new ArrayList<>();
    for (TestSelection.Batch batch :
        time.isOver() ? List.<TestSelection.Batch>of() : selection.batches()) {
      Path profile = directory.resolve("profile" + profiles.size());
      TestRun run =
          run(
              installation,
              installation.overlay(),
              batch,
              with(tagged(), "-covermode=set", "-coverpkg=" + measured, "-coverprofile=" + profile),
              directory);
      TestResult _ = result(run, "running %s to see what they reach".formatted(selection));
      profiles.add(profile);
    }
    return ReachedLines.in(profiles);
  }

  private TestRun run(
      Installation installation,
      Overlay overlay,
      TestSelection.Batch batch,
      List<String> flags,
      Path directory)
      throws IOException {
    List<String> all =
        Stream.of(flags.stream(), batch.flags().stream(), Stream.of(LIMIT))
            .flatMap(words -> words)
            .toList();
    Path traces = Files.createDirectory(directory.resolve("run" + number++));
    TestRun run =
        new TestRun(
            installation.go(),
            overlay,
            new TestRequest(
                context.directory(), List.copyOf(batch.packages()), all, List.of(), traces, false),
            TraceHeaders::read);
    time.whenOver(run::cancel);
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
}

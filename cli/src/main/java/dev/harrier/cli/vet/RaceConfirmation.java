package dev.harrier.cli.vet;

import dev.harrier.analysis.engine.Folding;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.ExitStatus;
import dev.harrier.cli.session.Installation;
import dev.harrier.cli.session.Progress;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.cli.session.UserError;
import dev.harrier.cli.test.TraceHeaders;
import dev.harrier.cli.test.TraceReading;
import dev.harrier.model.file.Trees;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
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
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the tests of the packages that static reports are about, with Go's race detector. A report
 * whose two lines raced there is confirmed. Of the others a run that measures coverage says which
 * of their lines no test came to: that one is apart, for its counters would order what races.
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

  Judged judged(List<Finding> findings) throws UserError, ToolchainException, IOException {
    List<String> packages =
        findings.stream()
            .map(f -> f.location().packagePath())
            .filter(path -> !path.isEmpty())
            .distinct()
            .sorted()
            .toList();
    if (packages.isEmpty() || shutdown.isRequested()) {
      return new Judged(findings, List.of());
    }
    Path directory = Files.createTempDirectory("harrier-confirm");
    try {
      return judged(findings, packages, directory);
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } finally {
      Trees.delete(directory);
    }
  }

  private Judged judged(List<Finding> findings, List<String> packages, Path directory)
      throws ToolchainException, StoreException, IOException {
    Installation installation = Installation.find(context);
    List<String> flags = with(tagged(), "-race");
    TestRun run = run(installation, packages, with(flags, REPEATED), directory);
    TestResult result = result(run, "running the tests of %d packages with -race", packages);
    TraceReading reading =
        new TraceReading(installation.modules(), installation.go().goroot(), flags, run.races());
    List<Finding> seen =
        Folding.fold(
            result.processes().stream()
                .flatMap(p -> reading.read(p, shutdown::isRequested).findings().stream())
                .toList());
    Map<Set<Place>, Finding> races = new HashMap<>();
    for (Finding finding : seen) {
      if (finding.defect() instanceof Defect.Race race) {
        races.putIfAbsent(places(race.first(), race.second()), finding);
      }
    }
    List<Finding> judged =
        findings.stream()
            .map(f -> race(f, races).map(shown -> confirmed(f, shown)).orElse(f))
            .toList();
    List<String> notes = List.of(note(judged, packages.size(), result));
    boolean open = judged.stream().anyMatch(f -> f.strength() != Strength.CONFIRMED);
    if (!open || result.processes().isEmpty() || shutdown.isRequested()) {
      return new Judged(judged, notes);
    }
    ReachedLines reached = reached(installation, packages, directory);
    return new Judged(judged.stream().map(f -> tried(f, reached)).toList(), notes);
  }

  private ReachedLines reached(Installation installation, List<String> packages, Path directory)
      throws ToolchainException, IOException {
    Path profile = directory.resolve("coverage");
    TestRun run =
        run(
            installation,
            packages,
            with(tagged(), "-covermode=set", "-coverprofile=" + profile),
            Files.createDirectory(directory.resolve("covered")));
    result(run, "running the tests of %d packages for what they come to", packages);
    return ReachedLines.in(profile);
  }

  private TestRun run(
      Installation installation, List<String> packages, List<String> flags, Path directory) {
    TestRun run =
        new TestRun(
            installation.go(),
            installation.overlay(),
            new TestRequest(context.directory(), packages, flags, List.of(), directory),
            TraceHeaders::read);
    shutdown.onRequest(run::cancel);
    return run;
  }

  private TestResult result(TestRun run, String doing, List<String> packages)
      throws ToolchainException, IOException {
    try (Progress progress = new Progress(context)) {
      progress.say(doing.formatted(packages.size()));
      return run.run(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    }
  }

  private List<String> tagged() {
    return tags.isEmpty() ? List.of() : List.of("-tags=" + String.join(",", tags));
  }

  private static List<String> with(List<String> flags, String... more) {
    return Stream.concat(flags.stream(), Arrays.stream(more)).toList();
  }

  /** A report that was not confirmed says where no test came. */
  private static Finding tried(Finding report, ReachedLines reached) {
    return report.strength() != Strength.CONFIRMED && report.defect() instanceof Defect.Race race
        ? report.doubted(
            new Doubt.NotConfirmed(
                ROUNDS,
                ROUNDS,
                Stream.of(race.first().at(), race.second().at())
                    .filter(reached::isUnreached)
                    .map(at -> new Site(at.function(), at.file(), at.line()))
                    .distinct()
                    .toList()))
        : report;
  }

  private static String note(List<Finding> judged, int packages, TestResult result) {
    if (result.processes().isEmpty()) {
      return "nothing was confirmed: no test of the %d packages with reports could be run with -race%s"
          .formatted(
              packages,
              result.outcome() instanceof RunOutcome.TargetFailed failed
                  ? " (" + failed.detail() + ")"
                  : "");
    }
    long confirmed = judged.stream().filter(f -> f.strength() == Strength.CONFIRMED).count();
    return "%d of %d reports were seen to happen in the tests of their packages, run with -race %s"
        .formatted(confirmed, judged.size(), REPEATED);
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
    Explanation explanation = report.explanation();
    return new Finding(
        report.rule(),
        Strength.CONFIRMED,
        report.defect(),
        report.location(),
        shown.test(),
        new Explanation(
            explanation.participants(),
            explanation.objects(),
            explanation.steps(),
            List.of(new Evidence.AccessesNotOrdered()),
            List.of(),
            explanation.fix()),
        shown.witness(),
        report.fingerprint(),
        report.sightings());
  }
}

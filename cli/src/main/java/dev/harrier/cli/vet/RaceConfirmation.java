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
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.run.TestRequest;
import dev.harrier.toolchain.run.TestResult;
import dev.harrier.toolchain.run.TestRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the tests of the packages that static reports are about, with Go's race detector. A report
 * whose two lines raced there is confirmed. One that did not is as likely as before: nothing says
 * that a test came by.
 */
final class RaceConfirmation {
  /** The detector sees what one schedule does. */
  private static final String REPEATED = "-count=3";

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
    List<String> flags = new ArrayList<>(List.of("-race"));
    if (!tags.isEmpty()) {
      flags.add("-tags=" + String.join(",", tags));
    }
    List<String> repeated = new ArrayList<>(flags);
    repeated.add(REPEATED);
    TestRun run =
        new TestRun(
            installation.go(),
            installation.overlay(),
            new TestRequest(context.directory(), packages, repeated, List.of(), directory),
            TraceHeaders::read);
    shutdown.onRequest(run::cancel);
    TestResult result;
    try (Progress progress = new Progress(context)) {
      progress.say("running the tests of %d packages with -race".formatted(packages.size()));
      result = run.run(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    }
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
    return new Judged(judged, List.of(note(judged, packages.size(), result)));
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

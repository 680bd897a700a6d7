package dev.harrier.cli.vet;

import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.Installation;
import dev.harrier.cli.session.Progress;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.cli.session.TraceHeaders;
import dev.harrier.cli.test.TraceReading;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.patch.UserOverlay;
import dev.harrier.toolchain.run.RaceLogs;
import dev.harrier.toolchain.run.TestRequest;
import dev.harrier.toolchain.run.TestResult;
import dev.harrier.toolchain.run.TestRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs tests with Go's race detector, and keeps which lines raced. */
final class RaceRuns {
  /** The detector sees what one schedule does. */
  static final int ROUNDS = 3;

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

  /** Asked for once: it takes several calls of go. */
  Installation installation() throws ToolchainException, StoreException, IOException {
    if (found.isEmpty()) {
      found = Optional.of(Installation.find(context));
    }
    return found.get();
  }

  /** What {@code go test} is told to look for races in so many rounds. */
  List<String> flags(int rounds) {
    return with(flags(), repeated(rounds));
  }

  private List<String> flags() {
    return with(tagged(), "-race");
  }

  /** The flag that makes each test run so often. */
  static String repeated(int rounds) {
    return "-count=" + rounds;
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
      ShownRaces seen)
      throws ToolchainException, StoreException, IOException {
    Installation installation = installation();
    Overlay built = installation.overlay();
    if (overlay.isPresent()) {
      built = built.with(overlay.get(), directory);
    }
    TestRun run = run(installation, built, batch, flags(batch.rounds()), directory);
    TestResult result = result(run, doing);
    seen.add(result, findings(result.processes(), run.races()));
    return !(result.outcome() instanceof RunOutcome.Interrupted);
  }

  /** What the traces of processes, and the race detector in them, say. */
  List<Finding> findings(List<TestResult.TracedProcess> processes, RaceLogs races)
      throws ToolchainException, StoreException, IOException {
    TraceReading reading =
        new TraceReading(
            installation().modules(),
            installation().go().goroot(),
            installation().settings(context, flags()),
            races);
    return processes.stream()
        .flatMap(p -> reading.read(p, shutdown::isRequested).findings().stream())
        .toList();
  }

  /**
   * Looks for the tests that run the accesses of reports, before any test is run often.
   *
   * @param seen gets what races meanwhile
   */
  ReachingTests reaching(
      List<Finding> reports, TestSelection selection, Path directory, ShownRaces seen)
      throws ToolchainException, StoreException, IOException {
    return new CoverageRuns(context, this, time, directory, seen).reaching(reports, selection);
  }

  /** Which lines of the reports' packages the tests come to, all in one run. */
  ReachedLines reached(List<Finding> reports, TestSelection selection, Path directory)
      throws ToolchainException, StoreException, IOException {
    Installation installation = installation();
    List<Path> profiles = new ArrayList<>();
    for (TestSelection.Batch batch :
        time.isOver() || AccessPair.measured(reports).isEmpty()
            ? List.<TestSelection.Batch>of()
            : selection.batches()) {
      Path profile = directory.resolve("profile" + profiles.size());
      TestRun run =
          run(
              installation,
              installation.overlay(),
              batch,
              with(
                  tagged(),
                  "-covermode=set",
                  AccessPair.coverage(reports),
                  "-coverprofile=" + profile),
              directory);
      TestResult _ = result(run, "running %s to see what they reach".formatted(selection));
      profiles.add(profile);
    }
    return ReachedLines.in(profiles, AccessPair.measured(reports));
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
                context.directory(),
                List.copyOf(batch.packages()),
                all,
                List.of(),
                traces,
                TestRequest.USUAL_DISK,
                false),
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

  List<String> tagged() {
    return tags.isEmpty() ? List.of() : List.of("-tags=" + String.join(",", tags));
  }

  static List<String> with(List<String> flags, String... more) {
    return Stream.concat(flags.stream(), Arrays.stream(more)).toList();
  }
}

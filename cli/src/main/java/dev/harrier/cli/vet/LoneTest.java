package dev.harrier.cli.vet;

import dev.harrier.explore.execute.ChildProcess;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.execute.Written;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.run.RaceLogs;
import dev.harrier.toolchain.run.Runner;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import dev.harrier.toolchain.run.TestRun;
import dev.harrier.toolchain.tool.Children;
import dev.harrier.vet.ssa.TestFunction;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs one test of an executable that measures coverage, in a process of its own.
 *
 * @param directory where it runs: that of its package
 * @param files an empty directory for what it writes
 */
record LoneTest(GoToolchain go, Path executable, Path directory, Path files) {
  /** What a test may take that is only to show where it comes. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** After that time a test that does not end itself is ended. */
  private static final Duration LATEST = LIMIT.plusSeconds(5);

  private static final long MOST_OUTPUT = 1L << 30;

  /**
   * What is left of it.
   *
   * @param profile which lines it ran; none if it did not come to its end
   * @param raced its processes, if a race was seen in any of them
   * @param races where the race detector wrote
   */
  record Ended(Optional<Path> profile, List<TracedProcess> raced, RaceLogs races, Duration took) {}

  /**
   * Runs it to its end.
   *
   * @param watch ends it before
   */
  Ended run(TestFunction test, Watch watch) throws ToolchainException, IOException {
    Path profile = files.resolve("profile");
    Path traces = Files.createDirectory(files.resolve("traces"));
    Path output = files.resolve("output");
    RaceLogs races = RaceLogs.temporary(go.environment(), files.resolve("race")).withoutWait();
    Map<String, String> environment = new HashMap<>(go.environment());
    environment.put(TestRun.TRACE, traces.toString());
    environment.put(RaceLogs.VARIABLE, races.options());
    List<String> command = new ArrayList<>(Runner.of(go, List.of()).command(executable));
    new TestSelection.Batch(Set.of(test.packagePath()), Set.of(test.name()), 1)
        .flags()
        .forEach(flag -> command.add("-test." + flag.substring(1)));
    command.add("-test.coverprofile=" + profile);
    command.add("-test.timeout=" + LIMIT.toSeconds() + "s");
    long start = System.nanoTime();
    ChildProcess.run(
        command,
        directory,
        environment,
        output,
        new Written(List.of(output, traces)),
        new Limits(LATEST, MOST_OUTPUT, LATEST),
        watch);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Children.with(TestRun.TRACE, traces).end();
    return new Ended(
        Optional.of(profile).filter(Files::exists),
        isAnyRace() ? processes(traces) : List.of(),
        races,
        took);
  }

  private boolean isAnyRace() throws IOException {
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(files, "race.*")) {
      return logs.iterator().hasNext();
    }
  }

  private List<TracedProcess> processes(Path traces) throws IOException {
    List<TracedProcess> processes = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(traces, "*.htrace")) {
      all.forEach(trace -> processes.add(new TracedProcess(trace, Optional.of(executable), false)));
    }
    return processes;
  }
}

package dev.harrier.cli.exploring;

import dev.harrier.explore.execute.ChildProcess;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.OutputSize;
import dev.harrier.explore.execute.Watch;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.run.Runner;
import dev.harrier.toolchain.run.TestRun;
import dev.harrier.toolchain.tool.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs one test of an executable that measures coverage, in a process of its own.
 *
 * @param directory where it runs: that of its package
 * @param files an empty directory for what it writes
 */
public record TestCoverageRun(GoToolchain go, Path executable, Path directory, Path files) {
  /** What a test may take that is only to show where it comes. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** After that time a test that does not end itself is ended. */
  private static final Duration LATEST = LIMIT.plusSeconds(5);

  private static final long MOST_OUTPUT = 1L << 30;

  /**
   * Runs it to its end.
   *
   * @param watch ends it before
   * @return which lines it ran; none if it did not reach its end
   */
  public Optional<Path> run(String test, Watch watch) throws ToolchainException, IOException {
    Path profile = files.resolve("profile");
    Path traces = Files.createDirectory(files.resolve("traces"));
    Path output = files.resolve("output");
    Map<String, String> environment = new HashMap<>(go.environment());
    environment.put(TestRun.TRACE, traces.toString());
    List<String> command = new ArrayList<>(Runner.of(go, List.of()).command(executable));
    command.add("-test.run=^%s$".formatted(test));
    command.add("-test.coverprofile=" + profile);
    command.add("-test.timeout=" + LIMIT.toSeconds() + "s");
    ChildProcess.run(
        command,
        directory,
        environment,
        output,
        new OutputSize(List.of(output, traces)),
        new Limits(LATEST, MOST_OUTPUT, LATEST, LATEST),
        watch);
    Children.with(TestRun.TRACE, traces).end();
    return Optional.of(profile).filter(Files::exists);
  }
}

package dev.harrier.toolchain.selftest;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.TestRequest;
import dev.harrier.toolchain.run.TestResult;
import dev.harrier.toolchain.run.TestRun;
import dev.harrier.toolchain.run.TraceOrigin;
import dev.harrier.toolchain.tool.Command;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The self-test program in a directory, ready to be run with one Go. */
public final class SelfTest {
  private static final List<String> FILES =
      List.of(
          "go.mod",
          "record_test.go",
          "bubble_test.go",
          "bubble_start_test.go",
          "control_test.go",
          "race_test.go",
          "wait_test.go",
          "leaks/main.go");

  /** Nothing in it takes a second, but Go's library may have to be compiled. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static final List<String> HOOKED =
      List.of("runtime", "sync", "sync/atomic", "context", "testing");

  private final GoToolchain go;
  private final TraceOrigin.Reader headers;
  private final Path directory;

  private SelfTest(GoToolchain go, TraceOrigin.Reader headers, Path directory) {
    this.go = go;
    this.headers = headers;
    this.directory = directory;
  }

  /**
   * Writes the program.
   *
   * @param directory exists and is empty; the caller removes it
   */
  public static SelfTest in(Path directory, GoToolchain go, TraceOrigin.Reader headers)
      throws IOException {
    Files.createDirectory(directory.resolve("leaks"));
    for (String file : FILES) {
      try (InputStream in =
          SelfTest.class.getResourceAsStream("/dev/harrier/toolchain/go/selftest/" + file)) {
        if (in == null) {
          throw new IOException("Harrier's own jar lacks " + file + ": build it again");
        }
        Files.copy(in, directory.resolve(file));
      }
    }
    // What the user's flags and workspaces mean is theirs.
    GoToolchain plain = go.with("GOFLAGS", "-mod=mod").with("GOWORK", "off");
    return new SelfTest(plain, headers, directory);
  }

  /** Where the program is. */
  public Path directory() {
    return directory;
  }

  /** The Go that it is run with. */
  public GoToolchain go() {
    return go;
  }

  /**
   * Compiles Go's own packages with the overlay.
   *
   * @return the first complaint of the compiler; empty if there is none
   */
  public Optional<String> complaint(Overlay overlay) throws ToolchainException, IOException {
    List<String> command = new ArrayList<>(List.of(go.command().toString(), "build"));
    command.add("-overlay=" + overlay.json());
    command.addAll(HOOKED);
    try {
      Command.Outcome answer = Command.run(command, directory, go.environment());
      return answer.status() == 0
          ? Optional.empty()
          : answer.errors().lines().filter(line -> !line.startsWith("#")).findFirst();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while compiling", e);
    }
  }

  /**
   * One run.
   *
   * @param result {@code ToolFailed} if the hooks do not compile with this Go
   * @param output what {@code go test} said
   */
  public record Run(TestResult result, String output) {}

  /**
   * Compiles the tests of a stage with the overlay and runs them.
   *
   * @param seed of a controlled run
   * @return {@code Interrupted} if it takes more than ten minutes
   */
  public Run run(Stage stage, Overlay overlay, int seed) throws ToolchainException, IOException {
    Path run = Files.createTempDirectory(directory, "run");
    TestRequest request =
        new TestRequest(directory, List.of(), stage.flags(overlay), List.of(), run, 0, false);
    String control = stage.control(seed);
    GoToolchain with = control.isEmpty() ? go : go.with("HARRIER_CONTROL", control);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    TestRun tests = new TestRun(with, overlay, request, headers);
    try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
      Future<?> limit = clock.schedule(tests::cancel, LIMIT.toSeconds(), TimeUnit.SECONDS);
      TestResult result = tests.run(output, output);
      limit.cancel(false);
      clock.shutdownNow();
      return new Run(result, output.toString(StandardCharsets.UTF_8));
    }
  }
}

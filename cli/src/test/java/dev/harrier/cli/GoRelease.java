package dev.harrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.harrier.toolchain.driver.GoVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A release of Go that the programs run with.
 *
 * @param toolchain a value of {@code GOTOOLCHAIN}
 */
record GoRelease(String toolchain) {
  /** The Go that the user has chosen. */
  static final GoRelease CHOSEN = new GoRelease("");

  /** Whether what takes long runs with every release. */
  static final boolean ALL = "all".equals(System.getenv("HARRIER_TEST_RELEASES"));

  private static final Path RELEASES = Path.of("src", "test", "resources", "go-releases");

  /** The releases that {@code ./verify} tries to have here. */
  static List<GoRelease> known() throws IOException {
    return Files.readAllLines(RELEASES).stream().map(GoRelease::new).toList();
  }

  /** What the environment has to say to get this release. */
  Map<String, String> environment() {
    return toolchain.isEmpty() ? Map.of() : Map.of("GOTOOLCHAIN", toolchain);
  }

  /** Which Go this is, asked of itself; nothing is fetched. */
  GoVersion version() throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("GOPROXY", "off");
    ProcessBuilder builder = new ProcessBuilder("go", "env", "GOVERSION").redirectErrorStream(true);
    builder.directory(Path.of(System.getProperty("java.io.tmpdir")).toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
    return GoVersion.parse(said).orElseThrow(() -> new IOException(said));
  }

  /** Whether older and newer ones run the same: the self-test of the hooks runs also with this. */
  boolean isBetween() {
    return toolchain.startsWith("go1.25.");
  }

  boolean isHere() {
    try {
      return version().atLeast(1);
    } catch (IOException | InterruptedException notHere) {
      return false;
    }
  }

  /** Is it here, with a collector that can find leaks? */
  boolean findsLeaks() throws IOException, InterruptedException {
    return isHere() && version().atLeast(26);
  }

  /** Is it here, and too old for that? */
  boolean findsNoLeaks() throws IOException, InterruptedException {
    return isHere() && !version().atLeast(26);
  }

  @Override
  public String toString() {
    return toolchain.isEmpty() ? "the chosen Go" : toolchain;
  }
}

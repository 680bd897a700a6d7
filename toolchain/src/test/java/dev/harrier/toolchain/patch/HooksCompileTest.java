package dev.harrier.toolchain.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Go half of Harrier compiles with each release of Go that is supported and here; what records
 * and looks for races is compiled by its self-test.
 */
final class HooksCompileTest {
  private static final int CONTROLLED = 26;

  /** As the command has them, so that what compiled before is compiled no more. */
  private static final Path GOROOTS =
      Path.of(System.getProperty("user.home"), ".cache", "harrier", "goroots");

  @TempDir Path directory;

  static List<String> releases() throws IOException {
    return Files.readAllLines(Path.of("../cli/src/test/resources/go-releases"));
  }

  @ParameterizedTest
  @MethodSource("releases")
  void whatLooksForLeaks(String release) throws Exception {
    GoToolchain go = go(release);
    Assumptions.assumeTrue(go.version().atLeast(CONTROLLED), "older ones have no collector for it");
    compiles(go, Overlay.prepareForLeaks(go, directory.resolve("leaks")));
  }

  /** What uses connections; the self-test has none. */
  @ParameterizedTest
  @MethodSource("releases")
  void whatCarriesConnections(String release) throws Exception {
    GoToolchain go = go(release);
    Assumptions.assumeTrue(go.version().atLeast(CONTROLLED), "older ones are not controlled");
    Overlay overlay = Overlay.prepare(go, directory.resolve("traces"));
    goDoes(go, "build", "-overlay=" + overlay.json(), "net", "os");
  }

  private GoToolchain go(String release) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("GOTOOLCHAIN", release);
    environment.put("GOPROXY", "off");
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    Assumptions.assumeTrue(isHere(environment), release + " is not here");
    GoToolchain found = GoToolchain.find(directory, environment);
    return Goroots.outsideModuleCache(found, GOROOTS);
  }

  /** For a machine that it has not run on; the linker sees what calls the system. */
  @ParameterizedTest
  @MethodSource("releases")
  void forMacOs(String release) throws Exception {
    Assumptions.assumeTrue(
        release.equals(releases().getLast())
            || "all".equals(System.getenv("HARRIER_TEST_RELEASES")),
        release + " is tried with HARRIER_TEST_RELEASES=all");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(Map.of("GOTOOLCHAIN", release, "GOPROXY", "off", "CGO_ENABLED", "0"));
    environment.putAll(Map.of("GOOS", "darwin", "GOARCH", "arm64"));
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    Files.writeString(directory.resolve("m_test.go"), "package m\n");
    Assumptions.assumeTrue(isHere(environment), release + " is not here");
    GoToolchain found = GoToolchain.find(directory, environment);
    Assumptions.assumeTrue(found.version().atLeast(CONTROLLED), "older ones call it otherwise");
    GoToolchain go = Goroots.outsideModuleCache(found, GOROOTS);
    Overlay overlay = Overlay.prepareForAny(go, directory.resolve("traces"), Extent.CONTROL);
    assertThat(overlay.extent()).isEqualTo(Extent.PROOFS);
    compiles(go, overlay);
    goDoes(go, "test", "-c", "-vet=off", "-overlay=" + overlay.json(), "-o=m.test", ".");
    assertThat(directory.resolve("m.test")).exists();
  }

  private boolean isHere(Map<String, String> environment) throws Exception {
    ProcessBuilder go = new ProcessBuilder("go", "version").directory(directory.toFile());
    go.environment().putAll(environment);
    Process process = go.redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor() == 0;
  }

  private void compiles(GoToolchain go, Overlay overlay) throws Exception {
    goDoes(
        go,
        "build",
        "-overlay=" + overlay.json(),
        "runtime",
        "sync/atomic",
        "sync",
        "context",
        "testing");
  }

  private void goDoes(GoToolchain go, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(go.command().toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder build = new ProcessBuilder(command).directory(directory.toFile());
    build.environment().clear();
    build.environment().putAll(go.environment());
    // The compiler need not be sparing.
    build.environment().put("GOGC", "off");
    Process process = build.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
  }
}

package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reclaiming next to bubbles of synctest, calls from C, and the race detector. */
final class ReclaimedContextTest {
  private static final Map<String, String> REPORT = Map.of("HARRIER_LEAKS", "report");
  private static final Map<String, String> RECLAIM = Map.of("HARRIER_LEAKS", "reclaim:all");

  @TempDir private Path directory;

  static List<GoRelease> releases() throws IOException {
    return GoRelease.known();
  }

  private LeakBinary build(String program, GoRelease go, String... flags) throws Exception {
    assumeThat(go.findsLeaks()).as(go + " is not here, or has no collector for this").isTrue();
    return LeakBinary.of(program, directory.resolve("m"), go, flags);
  }

  private static void assumeCompilerForC() {
    assumeThat(Stream.of(System.getenv("PATH").split(":")))
        .as("a compiler for C")
        .anyMatch(path -> Files.isExecutable(Path.of(path, "gcc")));
  }

  @ParameterizedTest
  @MethodSource("releases")
  void bubblesKeepTheirGoroutines(GoRelease go) throws Exception {
    LeakBinary binary = build("bubbles.go", go);

    assertThat(binary.run(REPORT).out()).isEqualTo("passed 40 left 20\nPASS\n");
    assertThat(binary.run(RECLAIM).out()).isEqualTo("passed 40 left 0\nPASS\n");
    for (String mode : List.of("off", "report", "reclaim:all")) {
      LeakBinary.Ended leaked = binary.run(Map.of("HARRIER_LEAKS", mode, "LEAKED", "yes"));
      assertThat(leaked.status()).isEqualTo(2);
      assertThat(leaked.err()).contains("main bubble goroutine has exited but blocked goroutines");
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void whatCCalledStays(GoRelease go) throws Exception {
    assumeCompilerForC();
    LeakBinary binary = build("callbacks.go", go);

    assertThat(binary.run(REPORT).out()).isEqualTo("stay 40\nleft 180\nentered 120 returned 80\n");
    assertThat(binary.run(RECLAIM).out()).isEqualTo("stay 40\nleft 80\nentered 120 returned 80\n");
  }

  @ParameterizedTest
  @MethodSource("releases")
  void theRaceDetectorForgetsWhoIsReclaimed(GoRelease go) throws Exception {
    assumeCompilerForC();
    assumeThat(GoRelease.ALL || go.equals(GoRelease.known().getLast()))
        .as(go + " is tried with HARRIER_TEST_RELEASES=all")
        .isTrue();
    LeakBinary binary = build("crowds.go", go, "-race");

    LeakBinary.Ended reclaimed = binary.run(RECLAIM);
    assertThat(reclaimed.out()).as(reclaimed.err()).isEqualTo("total 3600 left 0\n");
    assertThat(reclaimed.status()).isZero();
    assertThat(reclaimed.err()).doesNotContain("DATA RACE");
    assertThat(binary.run(REPORT).out()).isEqualTo("total 3600 left 4000\n");
  }
}

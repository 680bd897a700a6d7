package dev.harrier.toolchain.patch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.GoVersion;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The edits fit the sources of every Go that is on this machine: the installed one, and those that
 * the go command has fetched as modules, also for processors that it has not. Go's sources are no
 * part of this repository; {@code ./verify releases} fetches them.
 */
final class EditsApplyTest {
  @TempDir private Path directory;

  static List<Path> goroots() throws Exception {
    Process go = new ProcessBuilder("go", "env", "GOROOT", "GOMODCACHE").start();
    List<String> said = new String(go.getInputStream().readAllBytes(), UTF_8).lines().toList();
    List<Path> roots = new ArrayList<>(List.of(Path.of(said.getFirst())));
    Path fetched = Path.of(said.getLast(), "golang.org");
    if (Files.isDirectory(fetched)) {
      try (Stream<Path> modules = Files.list(fetched)) {
        modules
            .filter(m -> m.getFileName().toString().startsWith("toolchain@"))
            .filter(m -> Files.isRegularFile(m.resolve("VERSION")))
            .forEach(roots::add);
      }
    }
    roots.removeIf(root -> !version(root).atLeast(24));
    return roots;
  }

  private static GoVersion version(Path goroot) {
    try {
      String first = Files.readAllLines(goroot.resolve("VERSION")).getFirst();
      return GoVersion.parse(first).orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private GoToolchain go(Path goroot, String goos, String goarch) {
    Path command = goroot.resolve("bin/go");
    return new GoToolchain(
        command, version(goroot), goroot, goos, goarch, directory, directory, Map.of());
  }

  @ParameterizedTest
  @MethodSource("goroots")
  void toEachGoThatIsHere(Path goroot) throws ToolchainException, IOException {
    Extent most = Extent.of(version(goroot));
    for (String goarch : List.of("amd64", "arm64")) {
      GoToolchain go = go(goroot, "linux", goarch);
      assertThat(Overlay.prepare(go, directory).extent()).isEqualTo(most);
      if (most.controls()) {
        assertThat(Overlay.prepareForRaces(go, directory).json()).exists();
        assertThat(Overlay.prepareForLeaks(go, directory).json()).exists();
      }
    }
    assertThat(Overlay.prepareForAny(go(goroot, "darwin", "arm64"), directory, most).extent())
        .isEqualTo(most.butAtMost(Extent.PROOFS));
  }

  /** Whatever the runtime waits for has its number in traces, whatever it is called. */
  @ParameterizedTest
  @MethodSource("goroots")
  void waitReasonsAreThoseOfTheSources(Path goroot) throws PatchException, IOException {
    GoSource types = new Goroot(goroot).source("runtime/runtime2.go");
    String function = WaitReasons.of(types).function();
    assertThat(function)
        .contains("case waitReasonChanSend, waitReasonSynctestChanSend:\n\t\treturn 1\n")
        .contains("case waitReasonSleep:\n\t\treturn 13\n")
        .contains("\treturn 15\n");
  }
}

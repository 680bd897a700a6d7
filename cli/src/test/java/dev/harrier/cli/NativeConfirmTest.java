package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code harrier test} predicts where runs can't be controlled, it tries natively. */
final class NativeConfirmTest {
  private static final Path PROGRAMS = Path.of("..", "programs").toAbsolutePath().normalize();

  @TempDir private Path directory;

  static List<GoRelease> releases() throws IOException {
    return GoRelease.known();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void aGoroutineThatIsDelayedBeforeItsLockMeetsTheOthers(GoRelease go) throws Exception {
    assumeTrue(go.findsNoLeaks(), "it is not here, or its runs can be controlled");
    Path bug = PROGRAMS.resolve("channel-lock-deadlock").resolve("bug");
    for (String file : new String[] {"feed.go", "feed_test.go"}) {
      Files.copy(bug.resolve(file), directory.resolve(file));
    }
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    HarrierProcess harrier =
        new HarrierProcess(directory).with("GOPROXY", "off").with("GOTOOLCHAIN", go.toolchain());
    Result result = harrier.call("test", "--confirm", "60s", ".");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(new RunStore(directory.resolve(".harrier"), directory).latest().findings())
        .as(result.toString())
        .hasSize(4)
        .allSatisfy(f -> assertThat(f.strength()).isEqualTo(Strength.CONFIRMED))
        .allSatisfy(f -> assertThat(f.witness().schedule()).isPresent());
  }
}

package dev.harrier.explore.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.explore.target.Program;
import dev.harrier.toolchain.run.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class TestNamesTest {
  @TempDir private Path directory;
  private final Watch watch = new Watch();

  @AfterEach
  void close() {
    watch.close();
  }

  /** Of a program that does what a shell script does. */
  private List<String> names(String script) throws IOException, WrongArgumentException {
    Path file = directory.resolve("m.test");
    Files.writeString(file, script);
    Program program =
        new Program("example.com/m", file, new Runner(List.of("/bin/sh")), directory, "", Map.of());
    return TestNames.of(
        program,
        ".",
        List.of(),
        directory.resolve("list"),
        Limits.of(Duration.ofMinutes(2)),
        watch);
  }

  /** An initializer of a package, or TestMain, may print anything before. */
  @Test
  void testsAreFoundAmongWhateverElseIsPrinted() throws Exception {
    assertThat(names("printf 'caf\\351\\n'; echo testing; echo TestA; echo ExampleT_run"))
        .containsExactly("TestA", "ExampleT_run");
  }

  @Test
  void aProgramThatCantListItsTestsIsNamedWithWhatItPrinted() {
    assertThatThrownBy(() -> names("echo no database; exit 2"))
        .isInstanceOf(ListingException.class)
        .hasMessageContaining("example.com/m")
        .hasMessageContaining("no database");
  }

  /** The reason has parentheses and colons of its own. */
  @Test
  void aPatternThatIsNoneIsRefusedWithTheWholeReason() {
    String said =
        "testing: invalid regexp in -test.list (\"a\\\\(\\\"(\"): error parsing regexp: missing closing ): `a\\(\"(`";
    assertThatThrownBy(() -> names("cat >&2 <<'END'\n" + said + "\nEND\nexit 1\n"))
        .isInstanceOf(WrongArgumentException.class)
        .hasMessage(
            "'a\\(\"(' is not a pattern of tests: error parsing regexp: missing closing ): `a\\(\"(`");
  }
}

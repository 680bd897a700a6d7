package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A runner of the user's: the places of a finding are those of the test binary that it starts. */
final class ExecTest {
  @TempDir private Path directory;

  private static boolean isOnPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** The processor that this machine does not have. */
  private static String foreign() {
    return System.getProperty("os.arch").equals("aarch64") ? "amd64" : "arm64";
  }

  private HarrierProcess offline() {
    return new HarrierProcess(directory).with("GOPROXY", "off").with("GOFLAGS", "");
  }

  private static void assertFound(Result result) {
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^m_test\\.go:9:\\d+: goroutine-leak: ")
        .contains("harrier: 1 finding ");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          "test", "env 'A=a word'"
          "test", "timeout 60"
          "fuzz", "timeout 60"
          """)
  void thatBecomesTheTestOrStartsIt(String command, String runner) throws Exception {
    GoModule.at(directory).leakingTest();
    Result result =
        command.equals("test")
            ? offline().call("test", "--", "-exec", runner)
            : offline().call("fuzz", "--execs", "2", "-exec=" + runner);
    assertFound(result);
  }

  @Test
  void ofTheEnvironment() throws Exception {
    GoModule.at(directory).leakingTest();
    assertFound(offline().with("GOFLAGS", "'-exec=timeout 60'").call("test"));
  }

  @Test
  void thatIsMissingForAnotherProcessor() throws Exception {
    assumeTrue(!Files.exists(Path.of("/proc/sys/fs/binfmt_misc/qemu-aarch64")), "it runs here");
    GoModule.at(directory).leakingTest();
    Result result = offline().with("GOARCH", foreign()).call("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(2);
    assertThat(result.err())
        .contains("GOARCH is " + foreign())
        .contains("-exec qemu-")
        .doesNotContain("Harrier failed");
  }

  @ParameterizedTest
  @CsvSource({"test", "fuzz"})
  void thatEmulatesAnotherProcessor(String command) throws Exception {
    assumeTrue(foreign().equals("arm64") && isOnPath("qemu-aarch64"), "needs qemu-aarch64");
    GoModule.at(directory).leakingTest();
    HarrierProcess harrier = offline().with("GOARCH", "arm64");
    assertFound(
        command.equals("test")
            ? harrier.call("test", "-exec", "qemu-aarch64")
            : harrier.call("fuzz", "--execs", "2", "-exec", "qemu-aarch64"));
  }
}

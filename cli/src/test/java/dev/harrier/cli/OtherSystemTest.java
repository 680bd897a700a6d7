package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.cli.process.ExitStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What works for and on a system that is not Linux, and what says that it does not. */
final class OtherSystemTest {
  private static final String RACE =
      """
      package m

      import "sync"

      func F() int {
      	n := 0
      	var wg sync.WaitGroup
      	for range 2 {
      		wg.Add(1)
      		go func() { defer wg.Done(); n++ }()
      	}
      	wg.Wait()
      	return n
      }
      """;

  @TempDir private Path directory;

  @Test
  void vetLooksAtTheFilesOfMacOs() throws Exception {
    GoModule module = GoModule.at(directory).file("m_darwin.go", RACE);
    HarrierProcess mac =
        new HarrierProcess(module.root()).with("GOOS", "darwin").with("GOARCH", "arm64");
    Result vetted = mac.run("vet");
    assertThat(vetted.out()).as(vetted.toString()).contains("m_darwin.go:10:").contains("n");
    assertThat(mac.call("report").out()).contains("m_darwin.go:10:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "fuzz", "build"})
  void whatRunsProgramsIsRefusedForIt(String command) throws Exception {
    GoModule module = GoModule.at(directory).leakingTest();
    Result refused = new HarrierProcess(module.root()).with("GOOS", "darwin").call(command);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .contains("linux/amd64 and linux/arm64; Go is set to darwin/");
  }

  /** The machine is one that says that it is a Mac. */
  @ParameterizedTest
  @ValueSource(strings = {"test", "fuzz", "trace", "run"})
  void whatRunsProgramsIsRefusedOnIt(String command) throws Exception {
    GoModule module = GoModule.at(directory).leakingTest();
    Result refused =
        new HarrierProcess(module.root())
            .with("JDK_JAVA_OPTIONS", "-Dos.name=\"Mac OS X\"")
            .run(command, "/bin/true");
    assertThat(refused.status()).as(refused.toString()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(refused.err())
        .contains(
            "harrier: harrier %s runs programs for Linux, and this machine is Mac OS X"
                .formatted(command));
  }
}

package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code harrier fuzz} says of the coverage that it reached. */
final class FuzzCoverageTest {
  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  @Test
  void coverageIsReportedAndItsGapsExplained() throws Exception {
    GoModule.at(directory).test("time", FuzzPrograms.TIMEOUT_FIRST);
    Result result = harrier("fuzz", "--strategy", "default", "--execs", "1", "-v");
    assertThat(result.out())
        .contains("concurrency coverage ")
        .containsPattern("_test.go:\\d+: this receive case was never chosen");
  }

  /** With race detection Go does not inline {@code Do}, which is not the place of the call. */
  @Test
  void aOnceIsReachedWithRaceDetection() throws Exception {
    GoModule.at(directory)
        .test(
            "sync",
            """
            var once sync.Once
            done := make(chan bool)
            go func() {
              once.Do(func() {})
              close(done)
            }()
            <-done
            """);
    Result result = harrier("fuzz", "--strategy", "default", "--execs", "1", "-v");
    assertThat(result.out())
        .containsPattern("_test.go:\\d+: this Once.Do never had to wait")
        .doesNotContain("was never executed");
  }
}

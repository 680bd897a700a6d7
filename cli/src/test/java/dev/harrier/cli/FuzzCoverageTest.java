package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code harrier fuzz} says of the coverage that it reached, and when that is enough. */
final class FuzzCoverageTest {
  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).run(arguments);
  }

  @Test
  void coverageIsReportedAndItsGapsExplained() throws Exception {
    GoModule.at(directory).test("time", FuzzPrograms.TIMEOUT_FIRST);
    Result result = harrier("fuzz", "--strategy", "default", "--execs", "1", "-v");
    assertThat(result.out())
        .contains("concurrency coverage ")
        .containsPattern("_test.go:\\d+: this receive case was never chosen");
  }

  @Test
  void enoughCoverageEndsTheExploration() throws Exception {
    GoModule.at(directory)
        .test("sync", FuzzPrograms.OPPOSITE_LOCKS.replace("b.Lock(); a.Lock()", "a.Lock()"));
    Result result = harrier("fuzz", "--coverage", "20", "--per-test", "500", "--workers", "1");
    assertThat(result.out()).containsPattern("\\b[1-9] executions in");
  }

  @Test
  void coverageIsAPercentage() throws Exception {
    assertThat(harrier("fuzz", "--coverage", "120").status()).isEqualTo(2);
  }
}

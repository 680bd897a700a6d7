package dev.harrier.binary.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.binary.decode.LoggedTrace;
import dev.harrier.binary.program.GoBuild;
import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.testkit.TraceCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TracedRunTest {
  @TempDir static Path directory;

  /** More records than the ring holds: nothing may be lost. */
  @Test
  void keepsEveryRecordOfABusyProgram() throws Exception {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("workload", directory);
    TracedRun run = prepare(program);

    TracedRun.Result result =
        run.run("workload", List.of("8000", "exit"), System.getenv(), directory);

    assertThat(result.exitStatus()).isEqualTo(3);
    TraceCheck.Result check = check(run, result);
    assertThat(check.violations()).isEmpty();
    // A log ends before the last moment of the process: other threads may be at a record then.
    assertThat(check.count("Checkpoint")).isEqualTo(1);
    assertThat(check.count("Acquire")).isEqualTo(check.count("Release")).isGreaterThan(100_000);
    assertThat(run.executable().getFileName()).isEqualTo(program.getFileName());
  }

  @Test
  void followsAServerThroughLocksChannelsAndContexts() throws Exception {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("server", directory);
    TracedRun run = prepare(program);

    TracedRun.Result result = run.run("server", List.of("101"), System.getenv(), directory);

    assertThat(result.exitStatus()).isEqualTo(8 * 101 % 7);
    TraceCheck.Result check = check(run, result);
    assertThat(check.violations()).isEmpty();
    assertThat(check.count("ContextNew")).isGreaterThan(2 * 8 * 101);
    assertThat(check.count("Select")).isGreaterThan(4 * 8 * 101);
  }

  private static TracedRun prepare(Path program) throws Exception {
    return TracedRun.prepare(
        program,
        Files.createTempDirectory(directory, "bin"),
        Files.createTempDirectory(directory, "logs"),
        LogSettings.LOSSLESS);
  }

  private static TraceCheck.Result check(TracedRun run, TracedRun.Result result) throws Exception {
    assertThat(result.logs()).hasSize(1);
    return TraceCheck.run(LoggedTrace.open(result.logs().getFirst(), run.executable()));
  }
}

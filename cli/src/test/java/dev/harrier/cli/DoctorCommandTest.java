package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code harrier doctor} finds in which places. */
final class DoctorCommandTest {
  @TempDir private Path directory;

  @Test
  void inAModuleAllIsWell() throws Exception {
    GoModule.at(directory);
    Result result = new HarrierProcess(directory).call("doctor");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .containsPattern("(?m)^ok  Go +1\\.")
        .containsPattern("(?m)^ok  module +" + directory.toRealPath())
        .containsPattern("(?m)^ok  overlay +this Go can be instrumented");
  }

  @Test
  void outsideAModuleGoIsExaminedAllTheSame() throws Exception {
    Result result = new HarrierProcess(directory).call("doctor");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .containsPattern("(?m)^ok  Go +1\\.")
        .containsPattern("(?m)^--  module +none here")
        .containsPattern("(?m)^ok  overlay +this Go can be instrumented");
  }

  @Test
  void aMissingGoIsNamed() throws Exception {
    Result result = new HarrierProcess(directory).with("PATH", "/nonexistent").call("doctor");
    assertThat(result.status()).as(result.toString()).isEqualTo(2);
    assertThat(result.out()).containsPattern("(?m)^!!  Go +no go command on PATH");
  }
}

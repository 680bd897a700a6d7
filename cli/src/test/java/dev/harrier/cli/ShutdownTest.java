package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.session.ExitStatus;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that waits for something that does not come, as it may wherever it reads. */
final class ShutdownTest {
  @TempDir private Path directory;
  private Path err;
  private Process harrier;

  /** It reads a stored run that is a pipe, whose writer says nothing. */
  @BeforeEach
  void start() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module m\n\ngo 1.26\n");
    Path run = Files.createDirectories(directory.resolve(".harrier/runs/20260101-000000-1"));
    Files.writeString(run.resolve("findings.json"), "");
    assertThat(new ProcessBuilder("mkfifo", run + "/run.json").start().waitFor()).isZero();
    Path out = directory.resolve("out");
    err = directory.resolve("err");
    harrier = new HarrierProcess(directory).start(out, err, "report", "20260101-000000-1");
    // Returns when Harrier has opened it to read.
    pipe = Files.newOutputStream(run.resolve("run.json"));
  }

  private OutputStream pipe;

  @AfterEach
  void end() throws Exception {
    harrier.destroyForcibly();
    pipe.close();
  }

  @Test
  void sigtermEndsItAfterFiveSeconds() throws Exception {
    signal("TERM");
    assertThat(harrier.waitFor(30, TimeUnit.SECONDS)).as(Files.readString(err)).isTrue();
    assertThat(harrier.exitValue()).isEqualTo(ExitStatus.INTERRUPTED.code());
    assertThat(err).content().contains("harrier: ended after five seconds; ");
  }

  @Test
  void theSecondInterruptEndsItAtOnce() throws Exception {
    signal("INT");
    while (!Files.readString(err).contains("harrier: ending; Ctrl-C again ends it at once")) {
      assertThat(harrier.isAlive()).isTrue();
      Thread.sleep(20);
    }
    signal("INT");
    assertThat(harrier.waitFor(30, TimeUnit.SECONDS)).as(Files.readString(err)).isTrue();
    assertThat(harrier.exitValue()).isEqualTo(ExitStatus.INTERRUPTED.code());
    assertThat(err).content().doesNotContain("five seconds");
  }

  private void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, "" + harrier.pid()).start().waitFor();
  }
}

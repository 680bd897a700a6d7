package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.process.ExitStatus;
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

  private OutputStream pipe;

  /** It reads a baseline from a pipe whose writer says nothing. */
  @BeforeEach
  void start() throws Exception {
    Path baseline = directory.resolve("baseline");
    assertThat(new ProcessBuilder("mkfifo", baseline.toString()).start().waitFor()).isZero();
    Path out = directory.resolve("out");
    err = directory.resolve("err");
    harrier = new HarrierProcess(directory).start(out, err, "report", "--baseline", "baseline");
    // Returns when Harrier has opened it to read.
    pipe = Files.newOutputStream(baseline);
  }

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
    assumeTrue(
        HarrierProcess.isInterruptible(harrier),
        "SIGINT is ignored here, as in a job in the background");
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

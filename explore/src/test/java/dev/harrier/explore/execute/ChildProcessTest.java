package dev.harrier.explore.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
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
final class ChildProcessTest {
  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir private Path directory;
  private final Watch watch = new Watch();

  @AfterEach
  void close() {
    watch.close();
  }

  private Exit run(Limits limits, String script) throws IOException {
    return ChildProcess.run(
            List.of("/bin/sh", "-c", script),
            directory,
            Map.of("GREETING", "hello"),
            directory.resolve("output"),
            new OutputSize(List.of(directory.resolve("output"))),
            limits,
            watch)
        .exit();
  }

  private Exit run(String script) throws IOException {
    return run(Limits.of(Duration.ofSeconds(30)), script);
  }

  /** On a busy machine a shell may need longer to begin, and gets it. */
  private static Duration more(Duration limit) {
    return limit.multipliedBy(5);
  }

  private boolean hasPrintedNothing() throws IOException {
    return Files.readString(directory.resolve("output")).isBlank();
  }

  @Test
  void directoryEnvironmentOutputAndStatusAreThoseAsked() throws Exception {
    assertThat(run("pwd; echo $GREETING >&2; cat; exit 7")).isEqualTo(new Exit.Exited(7));
    assertThat(Files.readString(directory.resolve("output")))
        .isEqualTo(directory.toRealPath() + "\nhello\n");
  }

  @Test
  void aSignalIsReported() throws Exception {
    assertThat(run("kill -TERM $$")).isEqualTo(new Exit.Signaled(15));
  }

  @Test
  void theTimeIsLimitedAlsoForChildren() throws Exception {
    for (Duration limit = SHORT; limit.equals(SHORT) || hasPrintedNothing(); limit = more(limit)) {
      assertThat(run(Limits.of(limit), "sleep 600 & echo $!; wait"))
          .isEqualTo(new Exit.OutOfTime(limit));
    }
    assertGone();
  }

  @Test
  void childrenLeftBehindAreEnded() throws Exception {
    assertThat(run("sleep 60 & echo $!")).isEqualTo(new Exit.Exited(0));
    assertGone();
  }

  @Test
  void whatIsNoLongerWantedIsCanceled() throws Exception {
    Limits limits = Limits.of(Duration.ofSeconds(30)).wantedFor(Duration.ofMillis(200));
    assertThat(run(limits, "sleep 60")).isEqualTo(new Exit.Canceled());
  }

  @Test
  void whatHasUsedUpItsShareIsEnded() throws Exception {
    for (Duration share = SHORT; share.equals(SHORT) || hasPrintedNothing(); share = more(share)) {
      Limits limits = Limits.of(Duration.ofMinutes(10)).sharing(share);
      assertThat(run(limits, "sleep 600 & echo $!; wait")).isEqualTo(new Exit.OutOfShare(share));
    }
    assertGone();
  }

  @Test
  void theOutputIsLimited() throws Exception {
    Limits limits = Limits.of(Duration.ofSeconds(30)).writing(100_000);
    assertThat(run(limits, "while :; do echo 1234567890; done"))
        .isEqualTo(new Exit.OutOfSpace(100_000));
  }

  @Test
  void theTimeIsLimitedAlsoWhereTheOutputCantBeSeen() throws Exception {
    Duration limit = Duration.ofSeconds(1);
    Exit exit =
        ChildProcess.run(
                List.of("/bin/sleep", "60"),
                directory,
                Map.of(),
                directory.resolve("output"),
                () -> {
                  throw new DirectoryIteratorException(new IOException("the disk fails"));
                },
                Limits.of(limit),
                watch)
            .exit();
    assertThat(exit).isEqualTo(new Exit.OutOfTime(limit));
  }

  @Test
  void cancelEndsWhatRunsAndWhatIsStartedLater() throws Exception {
    Thread canceller = Thread.ofVirtual().start(watch::cancel);
    assertThat(run("sleep 60")).isEqualTo(new Exit.Canceled());
    canceller.join();
    assertThat(run("sleep 60")).isEqualTo(new Exit.Canceled());
  }

  @Test
  void noJvmDescriptorLeaksIntoTheChild() throws Exception {
    run("ls /proc/self/fd");
    // 3 is that of ls itself, which reads the directory.
    assertThat(Files.readAllLines(directory.resolve("output"))).containsExactly("0", "1", "2", "3");
  }

  @Test
  void whatCannotBeStartedIsNamed() {
    assertThatThrownBy(() ->
            ChildProcess.run(
                List.of("/nowhere/program"),
                directory,
                Map.of(),
                directory.resolve("output"),
                () -> 0,
                Limits.of(Duration.ofSeconds(1)),
                watch))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/nowhere/program");
  }

  /** Whether the process whose id was printed has ended; a zombie has. */
  private void assertGone() throws Exception {
    String pid = Files.readString(directory.resolve("output")).strip();
    Path stat = Path.of("/proc", pid, "stat");
    for (int i = 0; i < 6_000 && Files.exists(stat); i++) {
      if (Files.readString(stat).contains(") Z ")) {
        return;
      }
      Thread.sleep(10);
    }
    assertThat(stat).doesNotExist();
  }
}

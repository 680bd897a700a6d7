package dev.harrier.explore.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
final class SnapshotTest {
  @TempDir private Path directory;
  private final Watch watch = new Watch();

  @AfterEach
  void close() {
    watch.close();
  }

  /** A process that says, as the hooks do, that copies can be made of it, and waits. */
  private Snapshot take(Path traces) throws Exception {
    return Snapshot.take(
        List.of("/bin/sh", "-c", "echo $$ > pid; head -c 8 /dev/zero >&4; exec sleep 600"),
        directory,
        Map.of("PATH", "/bin:/usr/bin"),
        traces,
        directory.resolve("output"),
        Limits.of(Duration.ofMinutes(2)),
        watch);
  }

  @Test
  void aProcessWhoseTraceCantBeLookedForIsEnded() throws Exception {
    assertThatThrownBy(() -> take(directory.resolve("missing"))).isInstanceOf(IOException.class);
    assertGone();
  }

  @Test
  void aProcessWithoutATraceIsEnded() throws Exception {
    assertThatThrownBy(() -> take(directory)).isInstanceOf(Snapshot.NoSnapshot.class);
    assertGone();
  }

  private void assertGone() throws IOException {
    long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }
}

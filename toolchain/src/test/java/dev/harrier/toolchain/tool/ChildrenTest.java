package dev.harrier.toolchain.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.process.Processes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command started ends with it, also where it is nobody's child any more. */
final class ChildrenTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path directory;

  /** Starts a sleep in a session of its own, which a process that is gone had started. */
  private static final String DAEMON =
      "(setsid sh -c '%s sleep 300 & echo $! >pid.tmp; mv pid.tmp pid') & wait; ";

  private Process shell(String script, List<Children> marked) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    marked.add(Children.marked(builder));
    return builder.start();
  }

  private ProcessHandle daemon() throws Exception {
    Path pid = directory.resolve("pid");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(pid)) {
      assertThat(System.nanoTime()).as("the daemon runs").isLessThan(deadline);
      Thread.sleep(10);
    }
    return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
  }

  @Test
  void aCommandEndsWithItsDaemon() throws Exception {
    List<Children> marked = new ArrayList<>();
    Process command = shell(DAEMON.formatted("") + "sleep 300", marked);
    ProcessHandle daemon = daemon();
    assertThat(command.descendants()).doesNotContain(daemon);
    marked.getFirst().end(command.toHandle());
    assertThat(Processes.isRunning(command.toHandle())).isFalse();
    assertThat(marked.getFirst().alive()).isEmpty();
  }

  @Test
  void aDaemonThatIgnoresTheRequestEndsAfterTheCommand() throws Exception {
    List<Children> marked = new ArrayList<>();
    Process command = shell(DAEMON.formatted("trap \"\" TERM;"), marked);
    ProcessHandle daemon = daemon();
    assertThat(command.waitFor()).isZero();
    assertThat(marked.getFirst().alive()).contains(daemon);
    marked.getFirst().end();
    assertThat(marked.getFirst().alive()).isEmpty();
  }

  @Test
  void anotherCommandGoesOn() throws Exception {
    List<Children> marked = new ArrayList<>();
    Process other = shell("sleep 300", marked);
    Process command = shell("sleep 300", marked);
    try {
      marked.getLast().end(command.toHandle());
      assertThat(Processes.isRunning(command.toHandle())).isFalse();
      assertThat(other.isAlive()).isTrue();
    } finally {
      marked.getFirst().end(other.toHandle());
    }
  }
}

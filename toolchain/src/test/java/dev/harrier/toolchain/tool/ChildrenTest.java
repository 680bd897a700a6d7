package dev.harrier.toolchain.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.base.process.Processes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command started ends with it, also where it has no parent any more. */
final class ChildrenTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

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

  /** Returns when the process that had started it is gone. */
  private ProcessHandle daemon(Process command) throws Exception {
    Path pid = directory.resolve("pid");
    await("the daemon runs", () -> Files.exists(pid));
    ProcessHandle daemon =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    await("it is nobody's child", () -> command.descendants().noneMatch(daemon::equals));
    assertThat(Processes.isRunning(daemon)).isTrue();
    return daemon;
  }

  private static void await(String what, BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  @Test
  void aCommandEndsWithItsDaemon() throws Exception {
    List<Children> marked = new ArrayList<>();
    Process command = shell(DAEMON.formatted("") + "sleep 300", marked);
    ProcessHandle daemon = daemon(command);
    assertThat(marked.getFirst().alive()).contains(daemon, command.toHandle());
    marked.getFirst().end(command.toHandle());
    assertThat(Processes.isRunning(command.toHandle())).isFalse();
    assertThat(marked.getFirst().alive()).isEmpty();
  }

  @Test
  void aDaemonThatIgnoresTheRequestEndsAfterTheCommand() throws Exception {
    List<Children> marked = new ArrayList<>();
    Process command = shell(DAEMON.formatted("trap \"\" TERM;"), marked);
    ProcessHandle daemon = daemon(command);
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

  /**
   * While it executes itself, as a script that execs a program does once, its environment reads as
   * empty.
   */
  @Test
  void aProcessThatExecutesIsNeverMissing() throws Exception {
    Path script = Files.writeString(directory.resolve("again.sh"), "exec sh \"$0\"\n");
    List<Children> marked = new ArrayList<>();
    Process again = shell("exec sh " + script, marked);
    try {
      for (int look = 0; look < 2_000; look++) {
        assertThat(marked.getFirst().alive()).as("look %d", look).contains(again.toHandle());
      }
    } finally {
      marked.getFirst().end(again.toHandle());
    }
  }
}

package dev.harrier.cli.process;

import dev.harrier.base.process.Processes;
import java.time.Duration;
import java.util.Map;

/**
 * The server that started this command, if one did: {@code HARRIER_PARENT} is its process. When
 * that is gone, killed perhaps, no one waits for this command any more, so it is asked to end as by
 * SIGTERM: it ends what it started and keeps what it found.
 */
public final class ParentProcess {
  private static final Duration POLL = Duration.ofMillis(300);

  private ParentProcess() {}

  /** Watches it from here on. */
  public static void watch(Map<String, String> environment) {
    String pid = environment.getOrDefault("HARRIER_PARENT", "");
    if (!pid.matches("\\d{1,18}")) {
      return;
    }
    long parent = Long.parseLong(pid);
    Thread.ofPlatform()
        .daemon()
        .name("parent-watch")
        .start(() -> {
          awaitEnd(parent);
          end();
        });
  }

  /** Not by {@code onExit}, which waits for ever for a zombie that no one reaps. */
  private static void awaitEnd(long parent) {
    try {
      while (Processes.isRunning(parent)) {
        Thread.sleep(POLL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** {@link ShutdownHandler} holds the end back until the command is done, and has its status. */
  @SuppressWarnings("SystemExitOutsideMain")
  private static void end() {
    System.exit(ExitStatus.INTERRUPTED.code());
  }
}

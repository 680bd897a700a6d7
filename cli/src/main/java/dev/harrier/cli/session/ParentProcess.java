package dev.harrier.cli.session;

import java.util.Map;
import java.util.Optional;

/**
 * The server that started this command, if one did: {@code HARRIER_PARENT} is its process. When
 * that is gone, killed perhaps, nobody waits for this command any more, so it is asked to end as by
 * SIGTERM: it ends what it started and keeps what it found.
 */
public final class ParentProcess {
  private ParentProcess() {}

  /** Watches it from here on. */
  public static void watch(Map<String, String> environment) {
    String pid = environment.getOrDefault("HARRIER_PARENT", "");
    if (!pid.matches("\\d{1,18}")) {
      return;
    }
    Optional<ProcessHandle> parent = ProcessHandle.of(Long.parseLong(pid));
    if (parent.isEmpty()) {
      end();
    } else {
      var _ = parent.get().onExit().thenRun(ParentProcess::end);
    }
  }

  /** {@link ShutdownHandler} holds the end back until the command is done, and has its status. */
  @SuppressWarnings("SystemExitOutsideMain")
  private static void end() {
    Thread.ofPlatform()
        .daemon()
        .name("parent-gone")
        .start(() -> System.exit(ExitStatus.INTERRUPTED.code()));
  }
}

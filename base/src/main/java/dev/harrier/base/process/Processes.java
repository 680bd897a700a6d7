package dev.harrier.base.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processes that are no one's child here. One that has ended stays in the system's table until its
 * parent asks for its status, and in containers without an init no one asks for orphans: {@link
 * ProcessHandle#isAlive} says for ever that such a zombie is alive.
 */
public final class Processes {
  /** What follows the name in a zombie's status. */
  private static final String ZOMBIE = " Z";

  private Processes() {}

  /** Whether there is such a process and it has not ended. */
  public static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).filter(Processes::isRunning).isPresent();
  }

  /** Whether it has not ended; where there is no {@code /proc} a zombie counts as running. */
  public static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && !isZombie(process.pid());
  }

  private static boolean isZombie(long pid) {
    try {
      String stat =
          Files.readString(
              Path.of("/proc", String.valueOf(pid), "stat"), StandardCharsets.ISO_8859_1);
      return stat.startsWith(ZOMBIE, stat.lastIndexOf(')') + 1);
    } catch (IOException e) {
      return false; // Gone meanwhile, which isAlive shows, or no /proc.
    }
  }
}

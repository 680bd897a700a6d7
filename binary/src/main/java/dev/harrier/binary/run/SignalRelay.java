package dev.harrier.binary.run;

import dev.harrier.base.process.Signals;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Hands the signals that ask this process to end, or to do something, to the program that it runs
 * for a user. What they mean is the program's affair; this process continues until it ends.
 *
 * <p>The terminal sends its signals to every process in the foreground: those reach the program
 * without help, and a second one would be one too many.
 *
 * <p>{@code SIGQUIT} and {@code SIGUSR2} are the Java runtime's own and are not handed on; {@code
 * SIGKILL} and {@code SIGSTOP} can't be.
 */
final class SignalRelay implements AutoCloseable {
  private static final List<String> FROM_TERMINAL = List.of("INT", "HUP");
  private static final List<String> RELAYED = List.of("INT", "HUP", "TERM", "USR1", "WINCH");

  private final List<Runnable> restore = new ArrayList<>();

  private final List<String> early = new ArrayList<>();
  private Optional<Process> target = Optional.empty();

  private SignalRelay() {}

  /** Begins to listen; what comes before there is a program is kept for it. */
  static SignalRelay open() {
    SignalRelay relay = new SignalRelay();
    boolean foreground = isForeground();
    for (String name : RELAYED) {
      boolean reachesItself = foreground && FROM_TERMINAL.contains(name);
      Signals.handle(
              name,
              () -> {
                if (!reachesItself) {
                  relay.relay(name);
                }
              })
          .ifPresent(relay.restore::add);
    }
    return relay;
  }

  private synchronized void relay(String name) {
    target.ifPresentOrElse(process -> send(name, process), () -> early.add(name));
  }

  /** The program has started. */
  synchronized void handTo(Process process) {
    target = Optional.of(process);
    early.forEach(name -> send(name, process));
    early.clear();
  }

  private static void send(String name, Process process) {
    if (!process.isAlive()) {
      return;
    }
    try {
      // A program that has just ended can't be informed any more: that is no message for the user.
      new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(name, process.pid()))
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      process.destroy();
    }
  }

  /** Whether the terminal counts this process's group as the one that it serves now. */
  private static boolean isForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      // After the name, which may have anything in it: state, parent, group, session, tty, tpgid.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return fields[2].equals(fields[5]);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    restore.forEach(Runnable::run);
  }
}

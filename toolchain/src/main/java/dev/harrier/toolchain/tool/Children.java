package dev.harrier.toolchain.tool;

import dev.harrier.base.process.Processes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A command with all that it starts. Some of that may no longer be anyone's child: a compiler whose
 * {@code go} was ended, a daemon that a test started. They are known by an entry of their
 * environment, which they all have from the command and no other process has.
 *
 * @param entry {@code NAME=value}
 */
public record Children(String entry) {
  private static final String MARK = "HARRIER_CHILD";

  private static final Duration GRACE = Duration.ofSeconds(2);

  /** What is ended may start another process before it is gone, which is found the next time. */
  private static final int ROUNDS = 5;

  /** How often, a millisecond apart, an environment that is not whole is read again. */
  private static final int LOOKS = 20;

  /** The same of a process that executes a program: on a busy machine it may have to wait. */
  private static final int LOOKS_AT_EXECUTING = 2_000;

  /** In {@code /proc/PID/stat}, counted from the state; proc(5) has it as field 51. */
  private static final int ENV_END = 48;

  /** Those that have this entry. */
  public static Children with(String name, Object value) {
    return new Children(name + "=" + value);
  }

  /** Gives a command that is not started yet an entry of its own. */
  public static Children marked(ProcessBuilder command) {
    String mark = UUID.randomUUID().toString();
    command.environment().put(MARK, mark);
    return with(MARK, mark);
  }

  /**
   * Asks the command and all that it has started to end, ends what has not after two seconds, and
   * returns when they are gone. Where there is no {@code /proc}, only those are found that are
   * still below it.
   */
  public void end(ProcessHandle command) {
    Set<ProcessHandle> processes = new LinkedHashSet<>(alive());
    processes.addAll(command.descendants().toList());
    processes.add(command);
    end(processes);
    end();
  }

  /** The same for what is left after the command's end. */
  public void end() {
    // A process without the entry never gets it, and is not asked again.
    Set<Path> others = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      Set<ProcessHandle> left = alive(others);
      if (left.isEmpty()) {
        // One that was started with a number below its parent's may have been passed over.
        left = alive(others);
      }
      if (left.isEmpty()) {
        return;
      }
      end(left);
    }
  }

  /** Those that have the entry now; none where there is no {@code /proc}. */
  public Set<ProcessHandle> alive() {
    return alive(new HashSet<>());
  }

  /**
   * @param others are passed over; gets more of them
   */
  private Set<ProcessHandle> alive(Set<Path> others) {
    Set<ProcessHandle> found = new LinkedHashSet<>();
    Set<Path> unknown = new LinkedHashSet<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (!others.contains(process)) {
          look(process, found, unknown, others);
        }
      }
    } catch (IOException e) {
      return Set.of(); // No /proc: nothing is known.
    }
    // One that executes program after program may be between two of them whenever it is asked.
    Set<Path> executing = new LinkedHashSet<>();
    for (int i = 0; isLookedAgain(unknown, executing, i) && pause(1); i++) {
      List<Path> again = List.copyOf(unknown);
      unknown.clear();
      again.forEach(p -> look(p, found, unknown, others));
    }
    return found;
  }

  private static boolean isLookedAgain(Set<Path> unknown, Set<Path> executing, int looks) {
    unknown.stream().filter(Children::isExecuting).forEach(executing::add);
    return looks < LOOKS
        ? !unknown.isEmpty()
        : looks < LOOKS_AT_EXECUTING && unknown.stream().anyMatch(executing::contains);
  }

  /** Whether the kernel has not set up the environment of its next program yet. */
  private static boolean isExecuting(Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ");
      return fields.length > ENV_END && fields[ENV_END].equals("0") && hasMemory(process);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasMemory(Path process) throws IOException {
    return !Files.readString(process.resolve("statm"), StandardCharsets.ISO_8859_1)
        .startsWith("0 ");
  }

  /**
   * Puts a process where it belongs, or nowhere. The environment of one that is about to execute
   * another program reads as empty, or breaks off, until that program is set up; it is empty for a
   * thread of the kernel and for a zombie, too, but these have no memory.
   */
  private void look(Path process, Set<ProcessHandle> found, Set<Path> unknown, Set<Path> others) {
    try {
      String environment =
          Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
      if (environment.contains(entry) && List.of(environment.split("\0")).contains(entry)) {
        ProcessHandle.of(Long.parseLong(String.valueOf(process.getFileName())))
            .ifPresent(found::add);
      } else if (!environment.endsWith("\0") && hasMemory(process)) {
        unknown.add(process);
      } else {
        others.add(process);
      }
    } catch (IOException _) {
      // Gone meanwhile, of the kernel, or another user's.
      others.add(process);
    }
  }

  private static void end(Set<ProcessHandle> processes) {
    processes.forEach(ProcessHandle::destroy);
    List<ProcessHandle> alive = new ArrayList<>(processes);
    awaitEnd(alive);
    alive.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(alive);
  }

  /** Leaves those that are alive after the grace period. */
  private static void awaitEnd(List<ProcessHandle> processes) {
    long deadline = System.nanoTime() + GRACE.toNanos();
    processes.removeIf(p -> !Processes.isRunning(p));
    while (!processes.isEmpty() && System.nanoTime() < deadline) {
      if (!pause(10)) {
        return;
      }
      processes.removeIf(p -> !Processes.isRunning(p));
    }
  }

  /** Whether it was not interrupted meanwhile. */
  private static boolean pause(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

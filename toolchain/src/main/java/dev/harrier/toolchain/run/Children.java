package dev.harrier.toolchain.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ends the processes of a run. A test may leave processes behind that are no longer anybody's
 * children; they are known by the trace directory in their environment, which is of this run alone.
 */
public final class Children {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private Children() {}

  /** Asks a process and all below it to end, and ends what has not after a grace period. */
  static void end(ProcessHandle root) {
    List<ProcessHandle> all = new ArrayList<>(root.descendants().toList());
    all.add(root);
    end(all);
  }

  /** Ends all processes whose environment has {@code entry}, and returns how many there were. */
  public static int endThoseWith(String entry) {
    List<ProcessHandle> left = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (hasEntry(process, entry)) {
          ProcessHandle.of(Long.parseLong(String.valueOf(process.getFileName())))
              .ifPresent(left::add);
        }
      }
    } catch (IOException e) {
      return 0; // No /proc: nothing can be told.
    }
    end(left);
    return left.size();
  }

  private static boolean hasEntry(Path process, String entry) {
    try {
      String environment =
          Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
      return List.of(environment.split("\0")).contains(entry);
    } catch (IOException e) {
      return false; // Gone meanwhile, or another user's.
    }
  }

  private static void end(List<ProcessHandle> processes) {
    processes.forEach(ProcessHandle::destroy);
    long deadline = System.nanoTime() + GRACE.toNanos();
    for (ProcessHandle process : processes) {
      Optional<ProcessHandle> alive = Optional.of(process).filter(ProcessHandle::isAlive);
      while (alive.isPresent() && System.nanoTime() < deadline) {
        try {
          Thread.sleep(10);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        }
        alive = alive.filter(ProcessHandle::isAlive);
      }
      alive.ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}

package dev.harrier.bench.binary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The most memory that this process's child has had resident, as the system says while it runs: the
 * resource usage of ended children also counts what they shared with the Java runtime before they
 * became the program.
 */
final class PeakMemory {
  private static final int MILLIS = 5;
  private static final String FIELD = "VmHWM:";

  private final AtomicLong kib = new AtomicLong();

  private PeakMemory() {}

  /** Watches the child whose executable has this name. */
  static PeakMemory of(String name) {
    PeakMemory peak = new PeakMemory();
    Thread.ofPlatform().daemon().start(() -> peak.watch(name));
    return peak;
  }

  long kib() {
    return kib.get();
  }

  private void watch(String name) {
    try {
      while (true) {
        ProcessHandle.current().children().forEach(child -> look(child.pid(), name));
        Thread.sleep(MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(long pid, String name) {
    Path process = Path.of("/proc/" + pid);
    try {
      if (Files.readSymbolicLink(process.resolve("exe")).endsWith(name)) {
        for (String line : Files.readAllLines(process.resolve("status"))) {
          if (line.startsWith(FIELD)) {
            long now = Long.parseLong(line.replaceAll("[^0-9]", ""));
            kib.accumulateAndGet(now, Math::max);
          }
        }
      }
    } catch (IOException ended) {
      // It ended while it was looked at.
    }
  }
}

package dev.harrier.cli.test;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.reading.TraceReading;
import dev.harrier.report.words.Stalls;
import dev.harrier.tracing.wire.FileHeader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks after the traces of tests that run, and names a test that has waited in one place for ten
 * seconds, with what it waits for: a test's own time limit comes minutes later. A line for each, on
 * the stream for messages, whether that is a terminal or not: it is there in the log of a CI server
 * that ends a job.
 */
final class StallWatch implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1000;

  /** How long the runtime looks before it writes a checkpoint. */
  private static final int SECONDS = 10;

  private final Path traces;
  private final Path executables;
  private final TraceReading reading;
  private final PrintStream messages;
  private final Map<Path, Integer> known = new HashMap<>();
  private final Thread thread;

  private StallWatch(Path traces, Path executables, TraceReading reading, PrintStream messages) {
    this.traces = traces;
    this.executables = executables;
    this.reading = reading;
    this.messages = messages;
    this.thread = Thread.ofVirtual().unstarted(this::look);
  }

  /**
   * Begins to look.
   *
   * @param executables where those that run are kept, named by process id
   */
  static StallWatch over(
      Path traces, Path executables, TraceReading reading, PrintStream messages) {
    StallWatch watch = new StallWatch(traces, executables, reading, messages);
    watch.thread.start();
    return watch;
  }

  private void look() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        for (Path trace : traces()) {
          look(trace);
        }
      }
    } catch (InterruptedException e) {
      // That is how it ends.
    }
  }

  private List<Path> traces() {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(traces)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(traces, "*.htrace")) {
        files.forEach(found::add);
      } catch (IOException e) {
        // It is being made; the next look is soon.
      }
    }
    return found;
  }

  /** Names the tests of a trace that have not moved since the last look. */
  void look(Path trace) {
    try {
      int stalls = FileHeader.read(trace).map(FileHeader::stalls).orElse(0);
      if (stalls > known.getOrDefault(trace, 0)) {
        known.put(trace, stalls);
        reading
            .stalled(trace, executable(trace))
            .forEach(test ->
                messages.println("harrier: " + Stalls.of(test.test(), SECONDS, test.waits())));
      }
    } catch (ClosedByInterruptException e) {
      // The tests are over, and the trace is read as a whole.
    } catch (IOException e) {
      messages.println(
          "harrier: a test has waited in one place for %d s, and its trace can't be read: %s"
              .formatted(SECONDS, IoErrors.described(e)));
    }
  }

  /** Traces are named by process id first. */
  private Optional<Path> executable(Path trace) {
    String name = String.valueOf(trace.getFileName());
    Path kept = executables.resolve(name.substring(0, Math.max(0, name.indexOf('-'))));
    return Files.isRegularFile(kept) ? Optional.of(kept) : Optional.empty();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}

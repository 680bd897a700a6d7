package dev.harrier.cli.test;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import dev.harrier.tracing.wire.EndState;
import dev.harrier.tracing.wire.FileHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Analyzes the traces of processes that have ended while others still run, one at a time, so that
 * little is left when all tests are over. Only what ended in good order is read: of everything else
 * there may be more to come.
 *
 * <p>What a process is, is known for sure only at the end: a trace that has just begun looks like
 * one without a header, and a child like a test. A result counts only if the process was taken for
 * what it is.
 */
final class ReadAhead implements AutoCloseable {
  private static final long PERIOD_MILLIS = 500;

  private final Map<TracedProcess, AnalysisResult> results = new ConcurrentHashMap<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Processes processes;
  private final Reader reader;
  private final BooleanSupplier interrupted;
  private final Thread thread;

  /** The processes that have begun a trace until now. */
  @FunctionalInterface
  interface Processes {
    List<TracedProcess> now() throws IOException;
  }

  /** Analyses the trace of a process. */
  @FunctionalInterface
  interface Reader {
    AnalysisResult read(TracedProcess process, BooleanSupplier ended);
  }

  private ReadAhead(Processes processes, Reader reader, BooleanSupplier interrupted) {
    this.processes = processes;
    this.reader = reader;
    this.interrupted = interrupted;
    // Not a virtual thread: it computes, and would keep others from copying what go test prints.
    this.thread = Thread.ofPlatform().name("read-ahead").daemon().unstarted(this::work);
  }

  /**
   * Starts it.
   *
   * @param interrupted whether the user has asked for the end: what was read then does not count
   */
  static ReadAhead of(Processes processes, Reader reader, BooleanSupplier interrupted) {
    ReadAhead ahead = new ReadAhead(processes, reader, interrupted);
    ahead.thread.start();
    return ahead;
  }

  private void work() {
    try {
      while (!over.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        for (TracedProcess process : ended()) {
          if (over.getCount() == 0) {
            return;
          }
          AnalysisResult result = reader.read(process, interrupted);
          if (!interrupted.getAsBoolean()) {
            results.put(process, result);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<TracedProcess> ended() {
    try {
      return processes.now().stream()
          .filter(process -> !results.containsKey(process) && hasEnded(process.trace()))
          .toList();
    } catch (IOException | RuntimeException e) {
      // A file is being made; the next look is soon, and at the end all are read that are left.
      return List.of();
    }
  }

  private static boolean hasEnded(Path trace) {
    try {
      return FileHeader.read(trace).filter(header -> header.state() == EndState.ENDED).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  /** What a process's trace says, if it was read. */
  Optional<AnalysisResult> of(TracedProcess process) {
    return Optional.ofNullable(results.get(process));
  }

  /** Begins with no other trace, and waits for the end of the one that is read. */
  @Override
  public void close() {
    over.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

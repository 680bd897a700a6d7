package dev.harrier.binary.run;

import dev.harrier.binary.log.LogDrain;
import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.binary.rewrite.RewriteReport;
import dev.harrier.binary.rewrite.Rewriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run of a rewritten copy, from its start to the last record of all its processes. */
public final class TracedRun {
  private static final String SUFFIX = ".hlog";

  /** Room for some milliseconds of the busiest program. */
  private static final LogSettings SETTINGS = new LogSettings(1 << 18, true);

  private static final int IDLE_MILLIS = 1;

  private final Path executable;
  private final RewriteReport report;
  private final Path raw;
  private final Path whole;
  private final Map<Path, LogDrain> drains = new LinkedHashMap<>();
  private Optional<Process> process = Optional.empty();
  private boolean cancelled;

  private TracedRun(Path executable, RewriteReport report, Path raw, Path whole) {
    this.executable = executable;
    this.report = report;
    this.raw = raw;
    this.whole = whole;
  }

  /**
   * What a run left behind.
   *
   * @param exitStatus the program's; 128 and the signal if one ended it
   * @param logs one for each process that was started with the copy and the environment, in the
   *     order of their starts; open them with {@link dev.harrier.binary.log.LoggedTrace}
   */
  public record Result(int exitStatus, List<Path> logs) {
    public Result {
      logs = List.copyOf(logs);
    }
  }

  /**
   * Rewrites {@code binary} into {@code directory}, which must be empty and stays the caller's.
   *
   * @throws dev.harrier.binary.elf.UnusableBinaryException if it can't be rewritten safely
   */
  public static TracedRun prepare(Path binary, Path directory) throws IOException {
    Path bin = Files.createDirectory(directory.resolve("bin"));
    // Programs look at their own name: the copy keeps it.
    Path copy = bin.resolve(String.valueOf(binary.getFileName()));
    RewriteReport report = Rewriter.rewrite(binary, copy, SETTINGS);
    return new TracedRun(
        copy,
        report,
        Files.createDirectory(directory.resolve("raw")),
        Files.createDirectory(directory.resolve("logs")));
  }

  /** The rewritten copy. */
  public Path executable() {
    return executable;
  }

  public RewriteReport report() {
    return report;
  }

  /**
   * Runs the copy with this process's environment and standard streams until it ends.
   *
   * @throws IOException if it can't be started or its logs can't be kept
   */
  public Result run(List<String> arguments, Path workingDirectory)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(workingDirectory.toFile()).inheritIO();
    builder.environment().put("HARRIER_LOG", raw.toString());
    Process started = start(builder);
    try {
      while (started.isAlive()) {
        if (drain() == 0) {
          Thread.sleep(IDLE_MILLIS);
        }
      }
      drain();
      for (LogDrain drain : drains.values()) {
        drain.finish();
      }
    } finally {
      for (LogDrain drain : drains.values()) {
        drain.close();
      }
    }
    List<Path> logs = drains.keySet().stream().map(this::wholeOf).toList();
    return new Result(started.waitFor(), logs);
  }

  private synchronized Process start(ProcessBuilder builder) throws IOException {
    Process started = builder.start();
    process = Optional.of(started);
    if (cancelled) {
      started.destroy();
    }
    return started;
  }

  /** Asks the program to end (SIGTERM); {@link #run} returns when it did. */
  public synchronized void cancel() {
    cancelled = true;
    process.ifPresent(Process::destroy);
  }

  private int drain() throws IOException {
    openNew();
    int taken = 0;
    for (LogDrain drain : drains.values()) {
      taken += drain.drain();
    }
    return taken;
  }

  private void openNew() throws IOException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(raw, "*" + SUFFIX)) {
      for (Path log : found) {
        if (!drains.containsKey(log) && LogDrain.isReady(log)) {
          drains.put(log, LogDrain.open(log, wholeOf(log)));
        }
      }
    }
  }

  private Path wholeOf(Path log) {
    return whole.resolve(String.valueOf(log.getFileName()));
  }
}

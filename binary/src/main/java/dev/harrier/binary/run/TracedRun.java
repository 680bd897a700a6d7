package dev.harrier.binary.run;

import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.binary.rewrite.RewriteReport;
import dev.harrier.binary.rewrite.Rewriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run of a rewritten copy, from its start to the last record of all its processes. */
public final class TracedRun {
  private static final int IDLE_MILLIS = 1;

  private final Path executable;
  private final RewriteReport report;
  private final boolean lossless;
  private final Path raw;
  private final Path logs;
  private Optional<Process> running = Optional.empty();
  private boolean ended;

  private TracedRun(Path executable, RewriteReport report, boolean lossless, Path raw, Path logs) {
    this.executable = executable;
    this.report = report;
    this.lossless = lossless;
    this.raw = raw;
    this.logs = logs;
  }

  /**
   * What a run left behind.
   *
   * @param exitStatus the program's; 128 and the signal if one ended it
   * @param pid the program's process id
   * @param ended when the program ended, at most some milliseconds late
   * @param logs one for each process that was started with the copy and the environment, in the
   *     order of their starts; open them with {@link dev.harrier.binary.decode.LoggedTrace}
   */
  public record Result(int exitStatus, long pid, Instant ended, List<Path> logs) {
    public Result {
      logs = List.copyOf(logs);
    }
  }

  /**
   * Rewrites {@code binary}, which is only read.
   *
   * @param binaries where the copy goes, under the name of the original
   * @param logs where the logs go; must exist and be empty
   * @throws dev.harrier.binary.elf.UnusableBinaryException if it can't be rewritten safely
   */
  public static TracedRun prepare(Path binary, Path binaries, Path logs, LogSettings settings)
      throws IOException {
    // Programs look at their own name: the copy keeps it.
    Path copy = binaries.resolve(String.valueOf(binary.getFileName()));
    RewriteReport report = Rewriter.rewrite(binary, copy, settings);
    Path raw = settings.lossless() ? Files.createDirectory(logs.resolve("raw")) : logs;
    return new TracedRun(copy, report, settings.lossless(), raw, logs);
  }

  /** The rewritten copy. */
  public Path executable() {
    return executable;
  }

  public RewriteReport report() {
    return report;
  }

  /**
   * Runs the copy on this process's standard streams until it ends. Signals that this process gets
   * meanwhile are the program's ({@link SignalRelay}).
   *
   * @param name what the program sees as its own name, {@code argv[0]}
   * @throws IOException if it can't be started, or, after it has ended, if its logs can't be kept
   */
  public Result run(
      String name, List<String> arguments, Map<String, String> environment, Path workingDirectory)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(workingDirectory.toFile()).inheritIO();
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("HARRIER_LOG", raw.toString());
    builder.environment().put("HARRIER_ARG0", name);
    try (LogDrains drains = new LogDrains(raw, logs)) {
      Process process;
      try (SignalRelay relay = SignalRelay.open()) {
        process = builder.start();
        relay.handTo(process);
        running(process);
        if (lossless) {
          drainWhile(process, drains);
        }
        process.waitFor();
      }
      Instant ended = Instant.now();
      if (lossless) {
        drains.finish();
      }
      return new Result(process.exitValue(), process.pid(), ended, drains.logs());
    }
  }

  private synchronized void running(Process process) {
    running = Optional.of(process);
    if (ended) {
      process.destroy();
    }
  }

  /**
   * Asks the program to end, now or as soon as it starts, from another thread: where this process
   * itself was asked to before it listened to signals.
   */
  public synchronized void end() {
    ended = true;
    running.ifPresent(Process::destroy);
  }

  private static void drainWhile(Process process, LogDrains drains) throws InterruptedException {
    while (process.isAlive()) {
      if (drains.drain() == 0) {
        Thread.sleep(IDLE_MILLIS);
      }
    }
  }
}

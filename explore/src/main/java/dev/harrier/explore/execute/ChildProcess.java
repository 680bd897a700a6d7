package dev.harrier.explore.execute;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/** One process and the group that it leads. */
public final class ChildProcess {
  private final int pid;
  private final LongSupplier written;
  private final Limits limits;
  private final long start = System.nanoTime();
  private boolean ended;
  private Exit reason = new Exit.Exited(0);
  private boolean stopped;

  ChildProcess(int pid, LongSupplier written, Limits limits) {
    this.pid = pid;
    this.written = written;
    this.limits = limits;
  }

  /**
   * Runs a program to its end, with no input. When it has ended, so have all other processes of its
   * group.
   *
   * @param command an absolute path and the arguments
   * @param environment all of it
   * @param output a file for all that it prints
   * @param written how many bytes it has written so far, asked every 20 ms by another thread
   * @param watch ends it when it oversteps its limits
   * @throws IOException if it can't be started
   */
  public static Ended run(
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Path output,
      LongSupplier written,
      Limits limits,
      Watch watch)
      throws IOException {
    int pid = Posix.spawn(command, directory, environment, output, List.of());
    ChildProcess child = new ChildProcess(pid, written, limits);
    try (var _ = watch.over(child)) {
      return new Ended(pid, child.await());
    }
  }

  /**
   * Runs a copy of a snapshot to its end, as {@link #run} runs a program.
   *
   * @param request what the copy is to do
   * @return empty if the snapshot has ended: no more copies can be made of it
   */
  public static Optional<Ended> copy(
      Snapshot snapshot,
      Snapshot.Request request,
      LongSupplier written,
      Limits limits,
      Watch watch) {
    OptionalInt pid = snapshot.begin(request);
    if (pid.isEmpty()) {
      return Optional.empty();
    }
    ChildProcess child = new ChildProcess(pid.getAsInt(), written, limits);
    try (var _ = watch.over(child)) {
      OptionalInt status = snapshot.awaitEnd();
      synchronized (child) {
        child.ended = true;
      }
      return status.isEmpty()
          ? Optional.empty()
          : Optional.of(new Ended(child.pid, child.exit(status.getAsInt())));
    }
  }

  /** A process that has ended, and how. */
  public record Ended(int pid, Exit exit) {}

  private Exit await() {
    Posix.awaitEnd(pid);
    synchronized (this) {
      ended = true;
      // The leader is a zombie until it is reaped, so no other group can have its number.
      Posix.killGroup(pid, Posix.SIGKILL);
    }
    return exit(Posix.reap(pid));
  }

  /** How it ended; its status is as waitpid has it. */
  private Exit exit(int status) {
    if (stopped) {
      return reason;
    }
    int signal = status & 0x7f;
    return signal == 0 ? new Exit.Exited(status >> 8 & 0xff) : new Exit.Signaled(signal);
  }

  /** Ends the whole group, if it is still there. */
  synchronized void stop(Exit why) {
    if (!ended && !stopped) {
      stopped = true;
      reason = why;
      Posix.killGroup(pid, Posix.SIGKILL);
    }
  }

  /** Ends the group if it oversteps a limit. */
  void check() {
    Duration passed = Duration.ofNanos(System.nanoTime() - start);
    if (passed.compareTo(limits.wanted()) > 0) {
      stop(new Exit.Canceled());
    } else if (passed.compareTo(limits.time()) > 0) {
      stop(new Exit.OutOfTime(limits.time()));
    } else if (passed.compareTo(limits.share()) > 0) {
      stop(new Exit.OutOfShare(limits.share()));
    } else if (written.getAsLong() > limits.output()) {
      stop(new Exit.OutOfSpace(limits.output()));
    }
  }
}

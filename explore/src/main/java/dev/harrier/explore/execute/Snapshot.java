package dev.harrier.explore.execute;

import dev.harrier.model.ending.Remark.Uncopyable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A process that has stopped where its tests begin and makes a copy of itself for each execution
 * (the other side is {@code snapshot.go} of the hooks in the runtime). One thread uses it at a
 * time.
 */
public final class Snapshot implements AutoCloseable {
  /** By the number that the hooks give each, from 1. */
  private static final List<Uncopyable> OBSTACLES =
      List.of(
          Uncopyable.THREADS,
          Uncopyable.DESCRIPTORS,
          Uncopyable.C,
          Uncopyable.CALLS_SYSTEM,
          Uncopyable.NO_TRACE);

  private static final int REQUEST_BYTES = 4096;
  private static final int PLAN_AT = 1024;
  private static final int RUN_AT = 1025;

  /** Room for any settings of a schedule: copies find their own in its place. */
  private static final int CONTROL_BYTES = 200;

  private final int pid;
  private final int requests;
  private final int answers;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment request = arena.allocate(REQUEST_BYTES);
  private final MemorySegment answer = arena.allocate(ValueLayout.JAVA_LONG);

  /** The trace of the copies, one after the other, and how long it is before they begin. */
  private Optional<Path> trace = Optional.empty();

  private long lengthBefore;
  private boolean closed;

  private Snapshot(int pid, int requests, int answers) {
    this.pid = pid;
    this.requests = requests;
    this.answers = answers;
  }

  /**
   * What a copy is to do.
   *
   * @param control the settings of its schedule
   * @param plan whether the schedule has a plan, where the environment says
   * @param run the pattern of its tests
   */
  public record Request(String control, boolean plan, String run) {
    /** Whether a copy can be asked for it. */
    public boolean fits() {
      return control.length() <= CONTROL_BYTES
          && run.getBytes(StandardCharsets.UTF_8).length < REQUEST_BYTES - RUN_AT;
    }
  }

  /** The process can't be copied. */
  public static final class NoSnapshot extends Exception {
    private static final long serialVersionUID = 1L;

    private final Uncopyable obstacle;

    NoSnapshot(Uncopyable obstacle) {
      super(obstacle.name());
      this.obstacle = obstacle;
    }

    public Uncopyable obstacle() {
      return obstacle;
    }
  }

  /** Settings as a copy can replace them. */
  public static String settings(String control) {
    return control + " ".repeat(Math.max(0, CONTROL_BYTES - control.length()));
  }

  /**
   * Starts a test binary and waits until its tests would begin.
   *
   * @param traces the directory that the environment names for the trace of its copies
   * @param output gets what it and its copies print, at its end
   * @param limits of the time until then
   * @throws NoSnapshot if it makes no copies; then it has ended
   * @throws IOException if it can't be started, or {@code traces} can't be read; then it has ended
   */
  public static Snapshot take(
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Path traces,
      Path output,
      Limits limits,
      Watch watch)
      throws IOException, NoSnapshot {
    Snapshot snapshot = start(command, directory, environment, output);
    boolean taken = false;
    try {
      OptionalInt obstacle = snapshot.firstAnswer(limits, watch);
      if (obstacle.isEmpty()) {
        throw new NoSnapshot(Uncopyable.ENDED);
      }
      if (obstacle.getAsInt() != 0) {
        throw new NoSnapshot(OBSTACLES.get(obstacle.getAsInt() - 1));
      }
      if (!snapshot.findTrace(traces)) {
        throw new NoSnapshot(Uncopyable.NO_TRACE);
      }
      taken = true;
      return snapshot;
    } finally {
      // Also where the directory can't be read: nothing else would end the process.
      if (!taken) {
        snapshot.close();
      }
    }
  }

  private static Snapshot start(
      List<String> command, Path directory, Map<String, String> environment, Path output)
      throws IOException {
    Posix.Pipe requests = Posix.pipe();
    Posix.Pipe answers;
    try {
      answers = Posix.pipe();
    } catch (IOException e) {
      Posix.close(requests.from());
      Posix.close(requests.to());
      throw e;
    }
    try {
      int pid =
          Posix.spawn(
              command, directory, environment, output, List.of(requests.from(), answers.to()));
      return new Snapshot(pid, requests.to(), answers.from());
    } catch (IOException e) {
      Posix.close(requests.to());
      Posix.close(answers.from());
      throw e;
    } finally {
      Posix.close(requests.from());
      Posix.close(answers.to());
    }
  }

  /** 0 when its tests would begin, else the number of an obstacle; empty if it has ended. */
  private OptionalInt firstAnswer(Limits limits, Watch watch) {
    try (var _ = watch.over(new ChildProcess(pid, () -> 0, limits))) {
      return answer();
    }
  }

  /** Its name begins with the number of its process. */
  private boolean findTrace(Path traces) throws IOException {
    try (DirectoryStream<Path> own = Files.newDirectoryStream(traces, pid + "-*")) {
      for (Path file : own) {
        trace = Optional.of(file);
        lengthBefore = Files.size(file);
      }
    }
    return trace.isPresent();
  }

  /** The trace of the last copy, which the next one overwrites. */
  public Path trace() {
    return trace.orElseThrow();
  }

  /** The last trace has been read: takes back the room that it needs beyond its beginning. */
  public void forgetTrace() throws IOException {
    if (trace().toFile().length() > lengthBefore) {
      try (FileChannel file = FileChannel.open(trace(), StandardOpenOption.WRITE)) {
        file.truncate(lengthBefore);
      }
    }
  }

  /** Makes a copy and returns its process id, which is that of its group; empty if it has ended. */
  OptionalInt begin(Request asked) {
    request.fill((byte) 0);
    byte[] control = settings(asked.control).getBytes(StandardCharsets.US_ASCII);
    MemorySegment.copy(control, 0, request, ValueLayout.JAVA_BYTE, 0, control.length);
    request.set(ValueLayout.JAVA_BYTE, PLAN_AT, (byte) (asked.plan ? 1 : 0));
    request.setString(RUN_AT, asked.run);
    return Posix.writeFully(requests, request) ? answer() : OptionalInt.empty();
  }

  /** Waits for the end of the copy, and of its group; the status is as waitpid has it. */
  OptionalInt awaitEnd() {
    return answer();
  }

  private OptionalInt answer() {
    return Posix.readFully(answers, answer)
        ? OptionalInt.of((int) answer.get(ValueLayout.JAVA_LONG, 0))
        : OptionalInt.empty();
  }

  /** Ends it; a copy that still runs ends with it. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    Posix.killGroup(pid, Posix.SIGKILL);
    Posix.reap(pid);
    Posix.close(requests);
    Posix.close(answers);
    arena.close();
    trace.ifPresent(file -> {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // It goes with its directory.
      }
    });
  }
}

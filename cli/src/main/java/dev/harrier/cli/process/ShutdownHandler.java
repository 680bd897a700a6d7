package dev.harrier.cli.process;

import dev.harrier.base.process.Signals;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Lets a command finish its report when the process is asked to end (SIGINT, SIGTERM, SIGHUP). Java
 * begins to shut down at once; this holds the end back until the command is done, but for less than
 * five seconds, and gives the process the command's status. A second SIGINT ends it at once.
 */
public final class ShutdownHandler {
  /** From the request to the end of the process. */
  private static final Duration LIMIT = Duration.ofMillis(4_800);

  /** When a command that is not done is said to be at work, and how to end it. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  /** For reading what the user waits for; the rest of the limit is for the report. */
  private static final Duration READING = Duration.ofMillis(2_500);

  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final CompletableFuture<Integer> status = new CompletableFuture<>();
  private final List<Runnable> actions = new ArrayList<>();
  private volatile boolean requested;
  private volatile long requestedAt;

  /**
   * Begins to listen for requests to end.
   *
   * @param errors where it is said that a command is still at work, or was cut off
   */
  public void watch(PrintStream errors) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> endWhenDone(errors), "ending"));
  }

  @SuppressWarnings("SystemExitOutsideMain")
  private void endWhenDone(PrintStream errors) {
    if (status.isDone()) {
      return;
    }
    requestedAt = System.nanoTime();
    Signals.handle("INT", () -> cutOff(ExitStatus.INTERRUPTED.code()));
    Thread.ofPlatform().daemon().name("ended").start(this::act);
    if (!isDoneWithin(QUIET)) {
      say("harrier: ending; Ctrl-C again ends it at once", errors);
      if (!isDoneWithin(LIMIT.minus(QUIET))) {
        say("harrier: ended after five seconds; what was not reported until now is lost", errors);
        cutOff(ExitStatus.INTERRUPTED.code());
      }
    }
    Runtime.getRuntime().halt(status.join());
  }

  /** Apart from the thread that watches the time, as an action may take longer than there is. */
  private synchronized void act() {
    requested = true;
    actions.forEach(Runnable::run);
  }

  /** Not for long: a pipe that nothing reads any more takes no words. */
  private static void say(String words, PrintStream errors) {
    Thread saying = Thread.ofPlatform().daemon().name("saying").start(() -> errors.println(words));
    try {
      saying.join(PATIENCE);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nothing interrupts the end", e);
    }
  }

  private boolean isDoneWithin(Duration time) {
    try {
      status.get(time.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("nothing interrupts the end, and a status is a number", e);
    }
  }

  /** Ends this process, and with it those that it started and did not get to end. */
  @SuppressWarnings("SystemExitOutsideMain")
  private static void cutOff(int exitStatus) {
    try {
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    } finally {
      Runtime.getRuntime().halt(exitStatus);
    }
  }

  /**
   * Whether reading that begins now is to end: at once if that is asked for from here on; if it was
   * asked for before, what there is to read is what the user waits for, and gets half of the time
   * that is left to the command.
   */
  public BooleanSupplier endOfReading() {
    boolean before = requested;
    return () -> before ? System.nanoTime() - requestedAt > READING.toNanos() : requested;
  }

  /** Has {@code action} run when the process is asked to end, or now if it was already. */
  public synchronized void onRequest(Runnable action) {
    actions.add(action);
    if (requested) {
      action.run();
    }
  }

  /** Whether the process was asked to end. */
  public boolean isRequested() {
    return requested;
  }

  /** The command is done. */
  public void done(int exitStatus) {
    status.complete(exitStatus);
  }
}

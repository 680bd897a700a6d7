package dev.harrier.cli.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Lets a command finish its report when the process is asked to end (SIGINT, SIGTERM, SIGHUP). Java
 * begins to shut down at once; this holds the end back until the command is done, and gives the
 * process the command's status.
 */
public final class ShutdownHandler {
  private static final long GRACE_NANOS = 10_000_000_000L;

  private final CompletableFuture<Integer> status = new CompletableFuture<>();
  private final List<Runnable> actions = new ArrayList<>();
  private volatile boolean requested;

  /** Begins to listen for requests to end. */
  public void watch() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::endWhenDone, "ending"));
  }

  @SuppressWarnings("SystemExitOutsideMain")
  private void endWhenDone() {
    if (status.isDone()) {
      return;
    }
    synchronized (this) {
      requested = true;
      actions.forEach(Runnable::run);
    }
    Runtime.getRuntime().halt(status.join());
  }

  /**
   * Whether reading that begins now is to end: at once if that is asked for from here on; if it was
   * asked for before, what there is to read is what the user waits for, and gets ten seconds.
   */
  public BooleanSupplier endOfReading() {
    boolean before = requested;
    long start = System.nanoTime();
    return () -> before ? System.nanoTime() - start > GRACE_NANOS : requested;
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

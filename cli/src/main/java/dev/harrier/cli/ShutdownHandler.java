package dev.harrier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Lets a command finish its report when the process is asked to end (SIGINT, SIGTERM, SIGHUP). Java
 * begins to shut down at once; this holds the end back until the command is done, and gives the
 * process the command's status.
 */
final class ShutdownHandler {
  private final CompletableFuture<Integer> status = new CompletableFuture<>();
  private final List<Runnable> actions = new ArrayList<>();
  private volatile boolean requested;

  /** Begins to listen for requests to end. */
  void watch() {
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

  /** Has {@code action} run when the process is asked to end, or now if it was already. */
  synchronized void onRequest(Runnable action) {
    actions.add(action);
    if (requested) {
      action.run();
    }
  }

  /** Whether the process was asked to end. */
  boolean isRequested() {
    return requested;
  }

  /** The command is done. */
  void done(int exitStatus) {
    status.complete(exitStatus);
  }
}

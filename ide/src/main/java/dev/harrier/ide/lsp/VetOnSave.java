package dev.harrier.ide.lsp;

import dev.harrier.ide.launch.CommandResult;
import dev.harrier.ide.launch.LaunchedCommand;
import dev.harrier.ide.launch.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Runs vet on a package after one of its files was saved: when nothing of it was saved for a
 * moment, one package at a time, and from the beginning if it is saved meanwhile.
 */
final class VetOnSave {
  private static final long QUIET_MILLIS = 700;

  private final Launcher launcher;
  private final ScheduledExecutorService clock;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("vet").factory());
  private final Map<Path, ScheduledFuture<?>> waiting = new HashMap<>();
  private final Map<Path, LaunchedCommand> running = new HashMap<>();

  VetOnSave(Launcher launcher, ScheduledExecutorService clock) {
    this.launcher = launcher;
    this.clock = clock;
  }

  /**
   * A file of a package was saved.
   *
   * @param done takes what came of it, unless the package is saved again before
   */
  synchronized void saved(Path packageDirectory, BiConsumer<Path, CommandResult> done) {
    ScheduledFuture<?> before =
        waiting.put(
            packageDirectory,
            clock.schedule(
                () -> worker.execute(() -> vet(packageDirectory, done)),
                QUIET_MILLIS,
                TimeUnit.MILLISECONDS));
    if (before != null) {
      before.cancel(false);
    }
    LaunchedCommand old = running.remove(packageDirectory);
    if (old != null) {
      Thread.startVirtualThread(old::end);
    }
  }

  private void vet(Path packageDirectory, BiConsumer<Path, CommandResult> done) {
    try {
      LaunchedCommand command;
      synchronized (this) {
        command = launcher.start(packageDirectory, List.of("vet", "--no-store", "."), _ -> {});
        running.put(packageDirectory, command);
      }
      CommandResult result = command.await();
      synchronized (this) {
        if (!running.remove(packageDirectory, command)) {
          return;
        }
      }
      done.accept(packageDirectory, result);
    } catch (IOException e) {
      done.accept(packageDirectory, CommandResult.notStarted(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void close() {
    worker.shutdownNow();
  }
}

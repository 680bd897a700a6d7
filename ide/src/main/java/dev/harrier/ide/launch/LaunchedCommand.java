package dev.harrier.ide.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A command of Harrier that was started. */
public final class LaunchedCommand {
  /** Of what it says, so many last lines are kept. */
  private static final int LINES_KEPT = 400;

  /** What it is doing now; not worth keeping. */
  private static final String PROGRESS = "harrier: progress: ";

  /** It reads the traces of the tests that it ended for up to ten seconds. */
  private static final long GRACE_SECONDS = 15;

  private final Process process;
  private final CompletableFuture<String> output = new CompletableFuture<>();
  private final CompletableFuture<List<String>> said = new CompletableFuture<>();

  LaunchedCommand(Process process, Consumer<String> listener) {
    this.process = process;
    Thread.ofVirtual().name("report").start(() -> output.complete(all(process.getInputStream())));
    Thread.ofVirtual()
        .name("messages")
        .start(() -> said.complete(lines(process.getErrorStream(), listener)));
  }

  private static String all(InputStream in) {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // It was killed; what it had written is no whole report.
      return "";
    }
  }

  private static List<String> lines(InputStream in, Consumer<String> listener) {
    Deque<String> last = new ArrayDeque<>();
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith(PROGRESS)) {
          listener.accept(line.substring(PROGRESS.length()));
          continue;
        }
        last.addLast(line);
        if (last.size() > LINES_KEPT) {
          last.removeFirst();
        }
        listener.accept(line);
      }
    } catch (IOException e) {
      // It was killed.
    }
    return List.copyOf(last);
  }

  /**
   * Waits for its end.
   *
   * @throws InterruptedException if the caller is interrupted; the command is ended then
   */
  public CommandResult await() throws InterruptedException {
    try {
      int status = process.waitFor();
      return new CommandResult(status, output.join(), said.join());
    } catch (InterruptedException e) {
      end();
      throw e;
    }
  }

  /** Ends it, with whatever it started, and waits for that. */
  public void end() {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroy();
    try {
      if (process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    all.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}

package dev.harrier.ide.lsp;

import dev.harrier.ide.launch.CommandResult;
import dev.harrier.ide.launch.LaunchedCommand;
import dev.harrier.ide.launch.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.WorkDoneProgressBegin;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkDoneProgressEnd;
import org.eclipse.lsp4j.WorkDoneProgressNotification;
import org.eclipse.lsp4j.WorkDoneProgressReport;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;

/** Commands that someone started from the editor, each with its progress there. */
final class CommandRuns {
  private final Launcher launcher;
  private final LanguageClient client;
  private final boolean showsProgress;
  private final Map<String, LaunchedCommand> byToken = new ConcurrentHashMap<>();

  CommandRuns(Launcher launcher, LanguageClient client, boolean showsProgress) {
    this.launcher = launcher;
    this.client = client;
    this.showsProgress = showsProgress;
  }

  /** Starts a command; the result comes when it has ended, and canceling it ends the command. */
  CompletableFuture<CommandResult> start(Path directory, List<String> words) {
    String token = "harrier-" + UUID.randomUUID();
    CompletableFuture<CommandResult> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("run")
        .start(() -> {
          Optional<CommandResult> ended = Optional.empty();
          try {
            begin(token, "harrier " + String.join(" ", words));
            LaunchedCommand command = launcher.start(directory, words, line -> report(token, line));
            byToken.put(token, command);
            var _ = result.whenComplete((_, _) -> endIfCanceled(result, command));
            ended = Optional.of(command.await());
          } catch (IOException e) {
            ended = Optional.of(CommandResult.notStarted(e));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            byToken.remove(token);
            // Some editors show one thing at a time: what follows is to stay.
            end(token);
          }
          ended.ifPresent(result::complete);
        });
    return result;
  }

  private static void endIfCanceled(CompletableFuture<?> result, LaunchedCommand command) {
    if (result.isCancelled()) {
      Thread.startVirtualThread(command::end);
    }
  }

  /** Someone canceled the progress of a command. */
  void cancel(String token) {
    LaunchedCommand command = byToken.get(token);
    if (command != null) {
      Thread.startVirtualThread(command::end);
    }
  }

  private void begin(String token, String title) {
    if (showsProgress) {
      client.createProgress(new WorkDoneProgressCreateParams(Either.forLeft(token))).join();
      WorkDoneProgressBegin begin = new WorkDoneProgressBegin();
      begin.setTitle(title);
      begin.setCancellable(true);
      notify(token, begin);
    }
  }

  private void report(String token, String line) {
    WorkDoneProgressReport report = new WorkDoneProgressReport();
    report.setMessage(line);
    notify(token, report);
  }

  private void end(String token) {
    notify(token, new WorkDoneProgressEnd());
  }

  private void notify(String token, WorkDoneProgressNotification what) {
    if (showsProgress) {
      client.notifyProgress(new ProgressParams(Either.forLeft(token), Either.forLeft(what)));
    }
  }
}

package dev.harrier.ide.lsp;

import dev.harrier.ide.launch.CommandResult;
import dev.harrier.ide.launch.Launcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeConfigurationParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;
import org.jspecify.annotations.Nullable;

/** What an editor asks about documents and the workspace. */
final class Services implements TextDocumentService, WorkspaceService {
  private final Documents documents = new Documents();
  private @Nullable LanguageClient client;
  private @Nullable Workspace workspace;
  private @Nullable VetOnSave vet;
  private @Nullable Publisher publisher;
  private @Nullable CommandRuns runs;
  private @Nullable Executor executor;
  private Options options = Options.NONE;
  private Actions actions = new Actions(documents, false);

  Documents documents() {
    return documents;
  }

  /** The editor is there. */
  void connect(
      LanguageClient editor, Workspace shown, VetOnSave onSave, ScheduledExecutorService clock) {
    publisher = new Publisher(clock, shown::publish);
    client = editor;
    workspace = shown;
    vet = onSave;
  }

  /** The editor has said what it can do. */
  void begin(Launcher launcher, Options wanted) {
    options = wanted;
    actions = new Actions(documents, wanted.asksForReason());
    runs = new CommandRuns(launcher, client(), wanted.showsProgress());
    executor = new Executor(workspace(), client(), runs, wanted, actions);
  }

  private LanguageClient client() {
    return Objects.requireNonNull(client, "connected");
  }

  private Publisher publisher() {
    return Objects.requireNonNull(publisher, "connected");
  }

  Workspace workspace() {
    return Objects.requireNonNull(workspace, "connected");
  }

  /** Looks whether something has changed outside of the editor, and informs it. */
  void look() {
    try {
      boolean edited = documents.forgetChanged();
      if (workspace().poll()) {
        if (options.refreshesLenses()) {
          var _ = client().refreshCodeLenses();
        }
        edited = true;
      }
      if (edited) {
        workspace().publish();
      }
    } catch (RuntimeException e) {
      System.getLogger("harrier").log(System.Logger.Level.ERROR, "looking at the store failed", e);
    }
  }

  void cancel(String token) {
    if (runs != null) {
      runs.cancel(token);
    }
  }

  void close() {
    if (vet != null) {
      vet.close();
    }
  }

  @Override
  public void didOpen(DidOpenTextDocumentParams params) {
    Optional<Path> file = Documents.file(params.getTextDocument().getUri());
    if (file.isPresent()) {
      documents.changed(file.get(), params.getTextDocument().getText());
      workspace().moduleOf(file.get());
      look();
      workspace().publish();
    }
  }

  @Override
  public void didChange(DidChangeTextDocumentParams params) {
    Documents.file(params.getTextDocument().getUri())
        .ifPresent(file -> documents.changed(file, params.getContentChanges().getLast().getText()));
    publisher().soon();
  }

  @Override
  public void didClose(DidCloseTextDocumentParams params) {
    Documents.file(params.getTextDocument().getUri()).ifPresent(documents::closed);
    publisher().soon();
  }

  @Override
  public void didSave(DidSaveTextDocumentParams params) {
    Optional<Path> file = Documents.file(params.getTextDocument().getUri());
    if (options.vetOnSave() && file.isPresent() && file.get().toString().endsWith(".go")) {
      Path directory = Objects.requireNonNull(file.get().getParent());
      Objects.requireNonNull(vet).saved(directory, this::vetted);
    }
  }

  /** That a package does not build is shown by gopls already. */
  private void vetted(Path directory, CommandResult result) {
    workspace()
        .moduleOf(directory)
        .ifPresent(module -> {
          if (result.report().isPresent() && result.status() <= 1) {
            module.vetted(directory, result.report().get());
            workspace().publish();
          } else if (result.isHarrierFailed()) {
            workspace().warn(result.failure());
          }
        });
  }

  @Override
  public CompletableFuture<List<? extends CodeLens>> codeLens(CodeLensParams params) {
    return CompletableFuture.supplyAsync(() ->
        Documents.file(params.getTextDocument().getUri())
            .flatMap(file ->
                workspace()
                    .moduleOf(file)
                    .map(module -> new Lenses(documents).of(file, module.findings())))
            .orElse(List.of()));
  }

  @Override
  public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
    return CompletableFuture.supplyAsync(() -> {
      List<Either<Command, CodeAction>> all = new ArrayList<>();
      Optional<Path> file = Documents.file(params.getTextDocument().getUri());
      for (ShownFinding shown : file.map(workspace()::findingsIn).orElse(List.of())) {
        Diagnostic diagnostic = workspace().diagnostics().of(shown);
        int line = diagnostic.getRange().getStart().getLine();
        if (line >= params.getRange().getStart().getLine()
            && line <= params.getRange().getEnd().getLine()) {
          actions.of(shown, diagnostic).forEach(a -> all.add(Either.forRight(a)));
        }
      }
      return all;
    });
  }

  @Override
  public CompletableFuture<Object> executeCommand(ExecuteCommandParams params) {
    return Objects.requireNonNull(executor, "initialized").execute(params);
  }

  @Override
  public void didChangeConfiguration(DidChangeConfigurationParams params) {
    // Options are those of the start.
  }

  @Override
  public void didChangeWorkspaceFolders(DidChangeWorkspaceFoldersParams params) {
    // A module is found by the files that are opened.
  }

  @Override
  public void didChangeWatchedFiles(DidChangeWatchedFilesParams params) {
    // The store is looked at anyway.
  }
}

package dev.harrier.ide.lsp;

import dev.harrier.ide.launch.Launcher;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CodeLensOptions;
import org.eclipse.lsp4j.ExecuteCommandOptions;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.SaveOptions;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.TextDocumentSyncOptions;
import org.eclipse.lsp4j.WorkDoneProgressCancelParams;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;

/** Serves one editor until it goes. */
public final class LspServer implements LanguageServer {
  private static final long LOOK_MILLIS = 500;

  private final Launcher launcher;
  private final Path caches;
  private final String version;
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("clock").factory());
  private final Services services = new Services();
  private boolean shutDown;

  /**
   * @param caches Harrier's directory among the user's caches
   */
  public LspServer(Launcher launcher, Path caches, String version) {
    this.launcher = launcher;
    this.caches = caches;
    this.version = version;
  }

  /**
   * Serves until the editor says exit, the input ends, or {@code stop} is complete.
   *
   * @param out has nothing but messages of the protocol
   * @return the status that the protocol asks for: 0 after a shutdown, else 1
   */
  public int serve(InputStream in, OutputStream out, CompletableFuture<Void> stop) {
    var connection =
        new LSPLauncher.Builder<LanguageClient>()
            .setLocalService(this)
            .setRemoteInterface(LanguageClient.class)
            .setInput(in)
            .setOutput(out)
            .setExceptionHandler(LspServer::answer)
            .create();
    services.connect(
        connection.getRemoteProxy(),
        new Workspace(caches, connection.getRemoteProxy(), services.documents()),
        new VetOnSave(launcher, clock),
        clock);
    Future<Void> listening = connection.startListening();
    Thread.ofVirtual()
        .start(() -> {
          waitFor(listening);
          ended.complete(shutDown ? 0 : 1);
        });
    var _ = stop.thenRun(() -> ended.complete(0));
    int status = ended.join();
    clock.shutdownNow();
    services.close();
    return status;
  }

  /** What LSP4J says of a request that is not served is a stack trace. */
  private static ResponseError answer(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnsupportedOperationException) {
        return new ResponseError(
            ResponseErrorCode.MethodNotFound, "harrier lsp does not serve this request", null);
      }
    }
    return RemoteEndpoint.DEFAULT_EXCEPTION_HANDLER.apply(failure);
  }

  private static void waitFor(Future<Void> listening) {
    try {
      listening.get();
    } catch (ExecutionException | CancellationException e) {
      // The connection broke: the editor is gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
    services.begin(launcher, Options.of(params));
    for (Path folder : folders(params)) {
      services.workspace().moduleOf(folder);
    }
    TextDocumentSyncOptions sync = new TextDocumentSyncOptions();
    sync.setOpenClose(true);
    sync.setChange(TextDocumentSyncKind.Full);
    sync.setSave(Either.forRight(new SaveOptions(false)));
    ServerCapabilities can = new ServerCapabilities();
    can.setTextDocumentSync(sync);
    can.setCodeLensProvider(new CodeLensOptions(false));
    can.setCodeActionProvider(new CodeActionOptions(List.of(CodeActionKind.QuickFix)));
    can.setExecuteCommandProvider(new ExecuteCommandOptions(CommandName.ids()));
    return CompletableFuture.completedFuture(
        new InitializeResult(can, new ServerInfo("harrier", version)));
  }

  @SuppressWarnings("deprecation")
  private static List<Path> folders(InitializeParams params) {
    List<WorkspaceFolder> folders = params.getWorkspaceFolders();
    if (folders != null && !folders.isEmpty()) {
      return folders.stream().flatMap(f -> Documents.file(f.getUri()).stream()).toList();
    }
    return Optional.ofNullable(params.getRootUri()).flatMap(Documents::file).stream().toList();
  }

  @Override
  public void initialized(InitializedParams params) {
    var _ = clock.scheduleWithFixedDelay(services::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public CompletableFuture<Object> shutdown() {
    shutDown = true;
    launcher.close();
    return CompletableFuture.completedFuture(true);
  }

  @Override
  public void exit() {
    ended.complete(shutDown ? 0 : 1);
  }

  @Override
  public void cancelProgress(WorkDoneProgressCancelParams params) {
    // Of tokens that are numbers none is ours; a damaged message has none at all.
    Optional.ofNullable(params.getToken())
        .filter(Either::isLeft)
        .map(Either::getLeft)
        .ifPresent(services::cancel);
  }

  @Override
  public void setTrace(SetTraceParams params) {
    // Nothing is traced.
  }

  @Override
  public TextDocumentService getTextDocumentService() {
    return services;
  }

  @Override
  public WorkspaceService getWorkspaceService() {
    return services;
  }
}

package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.eclipse.lsp4j.ApplyWorkspaceEditParams;
import org.eclipse.lsp4j.ApplyWorkspaceEditResponse;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WindowClientCapabilities;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkDoneProgressEnd;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;

/** An editor without a screen: {@code harrier lsp} as a process, and what it received. */
final class EditorClient implements LanguageClient, AutoCloseable {
  private static final long PATIENCE_SECONDS = 240;

  final Queue<String> messages = new ConcurrentLinkedQueue<>();
  final Queue<ProgressParams> progress = new ConcurrentLinkedQueue<>();

  /** What an editor with a single line for both shows in it, last of all. */
  final Queue<String> statusLine = new ConcurrentLinkedQueue<>();

  final AtomicInteger publications = new AtomicInteger();
  private final Map<Path, List<Diagnostic>> diagnostics = new ConcurrentHashMap<>();
  private final Process process;
  private final LanguageServer server;
  private int version;

  private EditorClient(Process process) {
    this.process = process;
    var connection =
        LSPLauncher.createClientLauncher(this, process.getInputStream(), process.getOutputStream());
    server = connection.getRemoteProxy();
    var _ = connection.startListening();
  }

  static EditorClient open(Path folder, JsonObject options) throws Exception {
    Process process =
        new ProcessBuilder(HarrierProcess.words("lsp", "--stdio"))
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    EditorClient client = new EditorClient(process);
    InitializeParams params = new InitializeParams();
    params.setWorkspaceFolders(List.of(new WorkspaceFolder(folder.toUri().toString(), "m")));
    params.setInitializationOptions(options);
    ClientCapabilities can = new ClientCapabilities();
    WindowClientCapabilities window = new WindowClientCapabilities();
    window.setWorkDoneProgress(true);
    can.setWindow(window);
    params.setCapabilities(can);
    InitializeResult result = client.server.initialize(params).get(60, TimeUnit.SECONDS);
    assertThat(result.getServerInfo().getName()).isEqualTo("harrier");
    client.server.initialized(new InitializedParams());
    return client;
  }

  /** Kills only the server, and returns the processes that it had started. */
  List<ProcessHandle> kill() throws Exception {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroyForcibly().waitFor();
    return started;
  }

  /** How many processes the server has started that still run. */
  long children() {
    return process.descendants().count();
  }

  /** What it does not offer. */
  CompletableFuture<Hover> hover(Path file) {
    return server
        .getTextDocumentService()
        .hover(new HoverParams(new TextDocumentIdentifier(uri(file)), new Position(0, 0)));
  }

  void opened(Path file) throws Exception {
    server
        .getTextDocumentService()
        .didOpen(
            new DidOpenTextDocumentParams(
                new TextDocumentItem(uri(file), "go", ++version, Files.readString(file))));
  }

  void changed(Path file, String text) {
    server
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(uri(file), ++version),
                List.of(new TextDocumentContentChangeEvent(text))));
  }

  void saved(Path file, String text) throws Exception {
    changed(file, text);
    Files.writeString(file, text);
    server
        .getTextDocumentService()
        .didSave(new DidSaveTextDocumentParams(new TextDocumentIdentifier(uri(file))));
  }

  /** The diagnostics of a file, once they are as expected. */
  List<Diagnostic> diagnostics(Path file, Predicate<List<Diagnostic>> expected) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end) {
      List<Diagnostic> now = diagnostics.getOrDefault(file, List.of());
      if (expected.test(now)) {
        return now;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("still " + diagnostics.get(file) + ", told " + messages);
  }

  List<Command> lenses(Path file) throws Exception {
    return server
        .getTextDocumentService()
        .codeLens(new CodeLensParams(new TextDocumentIdentifier(uri(file))))
        .get(60, TimeUnit.SECONDS)
        .stream()
        .map(CodeLens::getCommand)
        .toList();
  }

  List<CodeAction> actions(Path file, Diagnostic at) throws Exception {
    return server
        .getTextDocumentService()
        .codeAction(
            new CodeActionParams(
                new TextDocumentIdentifier(uri(file)),
                at.getRange(),
                new CodeActionContext(List.of(at))))
        .get(60, TimeUnit.SECONDS)
        .stream()
        .map(Either::getRight)
        .toList();
  }

  CompletableFuture<Object> execute(Command command) {
    return execute(command.getCommand(), command.getArguments());
  }

  CompletableFuture<Object> execute(String command, List<Object> arguments) {
    return server
        .getWorkspaceService()
        .executeCommand(new ExecuteCommandParams(command, arguments));
  }

  /** Writes an edit to its files, as an editor would and save them. */
  static void apply(WorkspaceEdit edit) throws Exception {
    for (Map.Entry<String, List<TextEdit>> each : edit.getChanges().entrySet()) {
      Path file = Path.of(URI.create(each.getKey()));
      Files.writeString(file, applied(Files.readString(file), each.getValue()));
    }
  }

  private static String applied(String text, List<TextEdit> edits) {
    StringBuilder result = new StringBuilder(text);
    for (TextEdit edit : edits.reversed()) {
      var range = edit.getRange();
      result.replace(
          offset(text, range.getStart().getLine()) + range.getStart().getCharacter(),
          offset(text, range.getEnd().getLine()) + range.getEnd().getCharacter(),
          edit.getNewText());
    }
    return result.toString();
  }

  private static int offset(String text, int line) {
    int at = 0;
    for (int i = 0; i < line; i++) {
      at = text.indexOf('\n', at) + 1;
    }
    return at;
  }

  static String uri(Path file) {
    return file.toUri().toString();
  }

  /** Ends the server as the protocol has it; its status. */
  int exit() throws Exception {
    server.shutdown().get(60, TimeUnit.SECONDS);
    server.exit();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  @Override
  public void publishDiagnostics(PublishDiagnosticsParams params) {
    publications.incrementAndGet();
    diagnostics.put(Path.of(URI.create(params.getUri())), params.getDiagnostics());
  }

  @Override
  public void showMessage(MessageParams params) {
    messages.add(params.getMessage());
    statusLine.add(params.getMessage());
  }

  @Override
  public CompletableFuture<ApplyWorkspaceEditResponse> applyEdit(ApplyWorkspaceEditParams params) {
    try {
      apply(params.getEdit());
      return CompletableFuture.completedFuture(new ApplyWorkspaceEditResponse(true));
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Void> createProgress(WorkDoneProgressCreateParams params) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void notifyProgress(ProgressParams params) {
    progress.add(params);
    if (params.getValue().getLeft() instanceof WorkDoneProgressEnd) {
      statusLine.add("");
    }
  }

  @Override
  public void telemetryEvent(Object object) {}

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams params) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }

  @Override
  public void logMessage(MessageParams params) {
    messages.add(params.getMessage());
    statusLine.add(params.getMessage());
  }
}

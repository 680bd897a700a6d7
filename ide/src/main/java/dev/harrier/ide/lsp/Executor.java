package dev.harrier.ide.lsp;

import com.google.gson.JsonPrimitive;
import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.IoErrors;
import dev.harrier.base.text.Plurals;
import dev.harrier.ide.launch.CommandResult;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.html.HtmlRenderer;
import dev.harrier.report.words.CommandWords;
import dev.harrier.report.words.GapWords;
import dev.harrier.report.words.Remarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.ApplyWorkspaceEditParams;
import org.eclipse.lsp4j.ExecuteCommandParams;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.ShowDocumentParams;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.LanguageClient;

/** Executes the commands of lenses and code actions. */
final class Executor {
  private final Workspace workspace;
  private final LanguageClient client;
  private final CommandRuns runs;
  private final Options options;
  private final Actions actions;

  Executor(
      Workspace workspace,
      LanguageClient client,
      CommandRuns runs,
      Options options,
      Actions actions) {
    this.workspace = workspace;
    this.client = client;
    this.runs = runs;
    this.options = options;
    this.actions = actions;
  }

  CompletableFuture<Object> execute(ExecuteCommandParams params) {
    CommandName name =
        CommandName.of(params.getCommand())
            .orElseThrow(() -> refused("there is no command " + params.getCommand()));
    List<String> arguments = texts(params.getArguments());
    String uri = argument(arguments, 0);
    Path file =
        Documents.file(uri)
            .filter(named -> named.getParent() != null)
            .orElseThrow(() -> refused(uri + " is not a file of this machine"));
    return switch (name) {
      case TEST -> run(file, test(argument(arguments, 1)));
      case EXPLORE ->
          run(
              file,
              List.of(
                  "fuzz",
                  "-run=" + CommandWords.pattern(argument(arguments, 1)),
                  "-time=" + options.exploreTime(),
                  "."));
      case PROBE ->
          run(
              file,
              List.of(
                  "probe",
                  "-type=" + CommandWords.pattern(argument(arguments, 1)),
                  "-time=" + options.exploreTime(),
                  "."));
      case REPLAY -> {
        Finding finding = finding(file, argument(arguments, 1)).finding();
        if (finding.witness().schedule().isEmpty()) {
          throw refused(
              "the finding has no schedule: it was found in a run that Go's scheduler controlled");
        }
        yield run(file, List.of("replay", "--", finding.fingerprint()));
      }
      case VET -> run(file, List.of("vet", "."));
      case TIMELINE -> timeline(finding(file, argument(arguments, 1)));
      case SILENCE -> silence(finding(file, argument(arguments, 1)), argument(arguments, 2));
    };
  }

  private static List<String> test(String name) {
    List<String> words = CommandWords.words(new Rerun.TestAgain(BuildSettings.DEFAULT, name, "."));
    return words.subList(1, words.size());
  }

  private static List<String> texts(List<Object> arguments) {
    return arguments == null
        ? List.of()
        : arguments.stream()
            .map(a -> a instanceof JsonPrimitive p ? p.getAsString() : String.valueOf(a))
            .toList();
  }

  private static String argument(List<String> arguments, int i) {
    if (i >= arguments.size()) {
      throw refused("the command needs " + Plurals.count(i + 1, "argument"));
    }
    return arguments.get(i);
  }

  static ResponseErrorException refused(String message) {
    return new ResponseErrorException(
        new ResponseError(ResponseErrorCode.InvalidParams, message, null));
  }

  private ShownFinding finding(Path file, String fingerprint) {
    return workspace
        .finding(file, fingerprint)
        .orElseThrow(() -> refused("the finding %s is not stored any more".formatted(fingerprint)));
  }

  private CompletableFuture<Object> run(Path file, List<String> words) {
    Path directory = Objects.requireNonNull(file.getParent(), "a file has a directory");
    CompletableFuture<CommandResult> ran = runs.start(directory, words);
    CompletableFuture<Object> answer = ran.thenApply(result -> ended(words, result));
    var _ =
        answer.whenComplete((_, _) -> {
          if (answer.isCancelled()) {
            ran.cancel(true);
          }
        });
    return answer;
  }

  /** Says how it ended, for people in a message and for programs in the answer. */
  private Object ended(List<String> words, CommandResult result) {
    Optional<RunReport> report = result.report();
    if (workspace.poll()) {
      if (options.refreshesLenses()) {
        var _ = client.refreshCodeLenses();
      }
      workspace.publish();
    }
    String verdict = report.map(r -> verdict(result, r)).orElseGet(result::failure);
    client.showMessage(
        new MessageParams(
            result.status() == 0 ? MessageType.Info : MessageType.Warning,
            "harrier %s: %s".formatted(words.getFirst(), verdict)));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("status", result.status());
    report.ifPresent(r -> answer.put("run", r.run().id().value()));
    answer.put("message", verdict);
    return answer;
  }

  private static String verdict(CommandResult result, RunReport report) {
    if (result.status() == 3) {
      return "the program does not build, or fails without a finding\n"
          + String.join("\n", result.said());
    }
    List<String> lines = new ArrayList<>(report.run().ending().map(Remarks::of).orElse(List.of()));
    report.run().ending().map(GapWords::of).orElse(List.of()).forEach(lines::add);
    int found = report.failing().size();
    lines.add(0, found == 0 ? "nothing found" : Plurals.count(found, "finding"));
    return String.join("; ", lines);
  }

  /** Writes the page of the finding's run next to it, and shows it. */
  private CompletableFuture<Object> timeline(ShownFinding shown) {
    RunReport report = shown.stored().report();
    Path page =
        workspace
            .moduleOf(shown.file())
            .orElseThrow(() -> refused("the module is gone"))
            .page(report.run().id());
    if (Files.isSymbolicLink(page)) {
      // A run that was sent may have one, to any file of the user.
      throw refused(page + " is a symbolic link, and Harrier writes through none: remove it");
    }
    try {
      StringBuilder text = new StringBuilder();
      new HtmlRenderer(new SourcePaths(shown.module())).render(report, text);
      AtomicFile.replace(page, text.toString());
    } catch (IOException e) {
      throw refused("can't write %s: %s".formatted(page, IoErrors.reason(e)));
    }
    String uri = Documents.uri(page) + "#" + shown.finding().fingerprint();
    if (!options.timelinePanel()) {
      if (options.showsDocuments()) {
        ShowDocumentParams show = new ShowDocumentParams(uri);
        show.setExternal(true);
        var _ = client.showDocument(show);
      } else {
        client.showMessage(
            new MessageParams(MessageType.Info, "Harrier: the timeline is in " + uri));
      }
    }
    return CompletableFuture.completedFuture(
        Map.of(
            "page", page.toString(),
            "finding", shown.finding().fingerprint(),
            "module", shown.module().toString()));
  }

  private CompletableFuture<Object> silence(ShownFinding shown, String reason) {
    if (reason.isBlank()) {
      throw refused("silencing a finding needs a reason, which is written in the comment");
    }
    return client
        .applyEdit(
            new ApplyWorkspaceEditParams(
                actions.silencing(shown, shown.place(workspace.documents()), reason)))
        .thenApply(response -> Map.of("applied", response.isApplied()));
  }
}

package dev.harrier.ide.lsp;

import dev.harrier.ide.fix.IgnoreComment;
import dev.harrier.ide.fix.LineEdit;
import dev.harrier.ide.fix.SuggestedFix;
import dev.harrier.ide.fix.SuggestedFixes;
import dev.harrier.ide.source.Place;
import dev.harrier.model.finding.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;

/**
 * What can be done about a finding where it is shown.
 *
 * @param asksForReason whether the editor asks for the reason of a suppression by itself
 */
record Actions(Documents documents, boolean asksForReason) {
  List<CodeAction> of(ShownFinding shown, Diagnostic diagnostic) {
    List<CodeAction> actions = new ArrayList<>();
    Finding finding = shown.finding();
    List<SuggestedFix> fixes =
        SuggestedFixes.of(finding, (file, line) -> shown.unchangedAt(file, line, documents));
    for (SuggestedFix fix : fixes) {
      CodeAction action = action(fix.title(), CodeActionKind.QuickFix, diagnostic);
      action.setEdit(edit(Path.of(fix.file()), fix.edits()));
      action.setIsPreferred(fixes.size() == 1);
      actions.add(action);
    }
    List<Object> target = List.of(Documents.uri(shown.file()), finding.fingerprint());
    if (finding.witness().schedule().isPresent()) {
      actions.add(command("Replay this finding", CommandName.REPLAY, target, diagnostic));
    }
    if (!shown.stored().run().command().contains("--no-store")) {
      actions.add(command("Show the timeline", CommandName.TIMELINE, target, diagnostic));
    }
    Place place = shown.place(documents);
    if (place.state() != Place.State.CHANGED && isSilencedHere(shown)) {
      actions.add(silence(shown, place, target, diagnostic));
    }
    return actions;
  }

  /** A comment counts at the place of the finding itself. */
  private static boolean isSilencedHere(ShownFinding shown) {
    return Path.of(shown.finding().location().file()).equals(shown.file());
  }

  private CodeAction silence(
      ShownFinding shown, Place place, List<Object> target, Diagnostic diagnostic) {
    if (asksForReason) {
      return command("Silence this finding ...", CommandName.SILENCE, target, diagnostic);
    }
    CodeAction action =
        action(
            "Silence this finding (the comment needs a reason after the rule)",
            CodeActionKind.QuickFix,
            diagnostic);
    action.setEdit(silencing(shown, place, ""));
    return action;
  }

  /** The comment that silences a finding. */
  WorkspaceEdit silencing(ShownFinding shown, Place place, String reason) {
    LineEdit comment =
        IgnoreComment.at(
            place.line(), documents.lines(shown.file()), shown.finding().rule().id(), reason);
    return edit(shown.file(), List.of(comment));
  }

  private static CodeAction action(String title, String kind, Diagnostic diagnostic) {
    CodeAction action = new CodeAction(title);
    action.setKind(kind);
    action.setDiagnostics(List.of(diagnostic));
    return action;
  }

  private static CodeAction command(
      String title, CommandName name, List<Object> arguments, Diagnostic diagnostic) {
    CodeAction action = action(title, CodeActionKind.QuickFix, diagnostic);
    action.setCommand(new Command(title, name.id(), arguments));
    return action;
  }

  private WorkspaceEdit edit(Path file, List<LineEdit> edits) {
    List<String> lines = documents.lines(file);
    List<TextEdit> changes = edits.stream().map(e -> textEdit(e, lines)).toList();
    return new WorkspaceEdit(Map.of(Documents.uri(file), changes));
  }

  private static TextEdit textEdit(LineEdit edit, List<String> lines) {
    Position begin = new Position(edit.line() - 1, 0);
    return switch (edit) {
      case LineEdit.Replace(int line, String text) ->
          new TextEdit(
              new Range(begin, new Position(line - 1, lines.get(line - 1).length())), text);
      case LineEdit.Insert(_, String text) -> new TextEdit(new Range(begin, begin), text + "\n");
      case LineEdit.Delete(int line) -> new TextEdit(new Range(begin, new Position(line, 0)), "");
    };
  }
}

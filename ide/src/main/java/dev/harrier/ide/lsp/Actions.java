package dev.harrier.ide.lsp;

import dev.harrier.ide.source.IgnoreCommentEdit;
import dev.harrier.ide.source.Place;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.SuggestedFix.TextEdit;
import dev.harrier.report.words.Advice;
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
    finding
        .explanation()
        .suggestedFix()
        .filter(fix -> shown.isUnchanged(fix, documents))
        .ifPresent(fix -> {
          CodeAction action = action(Advice.title(fix), CodeActionKind.QuickFix, diagnostic);
          action.setEdit(edit(Path.of(fix.file()), fix.edits()));
          action.setIsPreferred(true);
          actions.add(action);
        });
    List<Object> target = List.of(Documents.uri(shown.file()), finding.fingerprint());
    if (finding.witness().schedule().isPresent()) {
      actions.add(command("Replay this finding", CommandName.REPLAY, target, diagnostic));
    }
    if (!shown.stored().run().invocation().isOn("no-store")) {
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
    TextEdit comment =
        IgnoreCommentEdit.at(
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

  private static WorkspaceEdit edit(Path file, List<TextEdit> edits) {
    return new WorkspaceEdit(
        Map.of(Documents.uri(file), edits.stream().map(Actions::textEdit).toList()));
  }

  private static org.eclipse.lsp4j.TextEdit textEdit(TextEdit edit) {
    return new org.eclipse.lsp4j.TextEdit(
        new Range(
            new Position(edit.line() - 1, edit.column() - 1),
            new Position(edit.endLine() - 1, edit.endColumn() - 1)),
        edit.text());
  }
}

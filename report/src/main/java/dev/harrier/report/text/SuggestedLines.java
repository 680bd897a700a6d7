package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.finding.SuggestedFix.TextEdit;
import dev.harrier.report.Printable;
import dev.harrier.report.RunRecord;
import dev.harrier.report.SourcePaths;
import java.util.ArrayList;
import java.util.List;

/** The edits that may fix a finding, as the lines that go and those that come. */
public final class SuggestedLines {
  private SuggestedLines() {}

  /** A heading with the place and lines with - and +, as a diff has them, for each edit. */
  public static List<String> of(Finding finding, RunRecord run, SourcePaths paths) {
    return finding
        .explanation()
        .suggestedFix()
        .map(fix -> lines(fix, Excerpt.of(run), paths))
        .orElse(List.of());
  }

  /** Of a fix; empty if the file can't be read, or is not what it was. */
  static List<String> lines(SuggestedFix fix, Excerpt excerpt, SourcePaths paths) {
    List<String> all = new ArrayList<>();
    for (TextEdit edit : fix.edits()) {
      int last = edit.endColumn() == 1 ? edit.endLine() - 1 : edit.endLine();
      List<String> old = new ArrayList<>();
      for (int line = edit.line(); line <= last; line++) {
        List<String> text = excerpt.around(fix.file(), line, 0);
        if (text.isEmpty()) {
          return List.of();
        }
        old.add(text.getFirst());
      }
      all.add("@@ %s:%d @@".formatted(Printable.line(paths.shown(fix.file())), edit.line()));
      old.forEach(text -> all.add("-" + Printable.line(text)));
      changed(old, edit).lines().forEach(text -> all.add("+" + Printable.line(text)));
    }
    return all;
  }

  private static String changed(List<String> old, TextEdit edit) {
    String before = old.isEmpty() ? "" : until(old.getFirst(), edit.column());
    String after =
        old.isEmpty() || edit.endColumn() == 1
            ? ""
            : old.getLast().substring(until(old.getLast(), edit.endColumn()).length());
    return before + edit.text() + after;
  }

  private static String until(String line, int column) {
    return line.substring(0, Math.min(line.length(), column - 1));
  }
}

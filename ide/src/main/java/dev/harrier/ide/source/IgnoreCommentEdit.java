package dev.harrier.ide.source;

import dev.harrier.model.finding.SuggestedFix.TextEdit;
import java.util.List;

/** The comment that silences a finding, as {@code docs/suppressing.md} has it. */
public final class IgnoreCommentEdit {
  private IgnoreCommentEdit() {}

  /**
   * The edit that puts it at the end of a line, or on the line above where the line has a comment.
   *
   * @param reason may be empty: nothing is silenced until someone gives one
   */
  public static TextEdit at(int line, List<String> lines, String rule, String reason) {
    String text = line <= lines.size() ? lines.get(line - 1) : "";
    String comment =
        ("//harrier:ignore " + rule + " " + reason.strip().replaceAll("\\s+", " ")).strip();
    boolean free = !text.contains("//") && !text.contains("/*") && !text.contains("`");
    if (free) {
      int end = text.stripTrailing().length() + 1;
      return new TextEdit(line, end, line, text.length() + 1, " " + comment);
    }
    String indent = text.substring(0, text.length() - text.stripLeading().length());
    return new TextEdit(line, 1, line, 1, indent + comment + "\n");
  }
}

package dev.harrier.ide.fix;

import java.util.List;

/** The comment that silences a finding, as {@code docs/suppressing.md} has it. */
public final class IgnoreComment {
  private IgnoreComment() {}

  /**
   * The edit that puts it at the end of a line, or on the line above where the line has a comment.
   *
   * @param reason may be empty: nothing is silenced until somebody gives one
   */
  public static LineEdit at(int line, List<String> lines, String rule, String reason) {
    Lines source = new Lines(lines);
    String text = source.at(line);
    String comment =
        ("//harrier:ignore " + rule + " " + reason.strip().replaceAll("\\s+", " ")).strip();
    boolean free = !text.contains("//") && !text.contains("/*") && !text.contains("`");
    return free
        ? new LineEdit.Replace(line, text.stripTrailing() + " " + comment)
        : new LineEdit.Insert(line, source.indent(line) + comment);
  }
}

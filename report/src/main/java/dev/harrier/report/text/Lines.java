package dev.harrier.report.text;

import dev.harrier.report.text.Palette.Ink;
import java.util.ArrayList;
import java.util.List;

/** Collects the lines of one finding: labels in a column, what belongs to them behind it. */
final class Lines {
  private static final String INDENT = "          ";

  private final Palette palette;
  private final List<String> lines = new ArrayList<>();

  Lines(Palette palette) {
    this.palette = palette;
  }

  List<String> all() {
    return List.copyOf(lines);
  }

  /** A line behind a label; none if the text is empty. */
  void labeled(String label, String text) {
    if (!text.isEmpty()) {
      lines.add("  " + palette.paint(Ink.LABEL, "%-6s".formatted(label)) + "  " + text);
    }
  }

  /** A line of less weight. */
  void aside(String text) {
    lines.add(INDENT + palette.paint(Ink.ASIDE, text));
  }

  /** Lines that belong to the label above. */
  void below(List<String> texts) {
    texts.forEach(text -> lines.add(INDENT + text));
  }

  /** Lines that belong to the aside above. */
  void indented(List<String> texts) {
    texts.forEach(text -> lines.add((INDENT + "  " + text).stripTrailing()));
  }

  void line(String text) {
    lines.add(text);
  }
}

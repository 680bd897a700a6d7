package dev.harrier.analysis.explain;

import java.util.List;

/**
 * The code of some lines of Go: what strings, runes and comments hold is left out, so that their
 * words and braces do not mislead. It begins outside all of these.
 */
final class GoCode {
  private static final char NONE = 0;
  private static final char RAW = '`';
  private static final char COMMENT = '*';

  /** What continues over the end of a line: a raw string, a comment or neither. */
  private char within = NONE;

  /**
   * The code of the statement that begins in a line: the lines up to the one where its braces,
   * brackets and parentheses are closed again.
   *
   * @param first from 1
   */
  static String statement(List<String> lines, int first) {
    GoCode reader = new GoCode();
    StringBuilder code = new StringBuilder();
    int open = 0;
    for (int i = first; i >= 1 && i <= lines.size(); i++) {
      String line = reader.line(lines.get(i - 1));
      code.append(line).append('\n');
      open += Math.toIntExact(line.chars().filter(c -> "{[(".indexOf(c) >= 0).count());
      open -= Math.toIntExact(line.chars().filter(c -> "}])".indexOf(c) >= 0).count());
      if (open <= 0 && reader.within == NONE) {
        break;
      }
    }
    return code.toString();
  }

  /** The code of one line. */
  static String of(String line) {
    return new GoCode().line(line);
  }

  private String line(String line) {
    StringBuilder code = new StringBuilder();
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (within == RAW) {
        within = c == RAW ? NONE : RAW;
        i++;
      } else if (within == COMMENT) {
        boolean ends = line.startsWith("*/", i);
        within = ends ? NONE : COMMENT;
        i += ends ? 2 : 1;
      } else if (line.startsWith("//", i)) {
        break;
      } else if (line.startsWith("/*", i)) {
        within = COMMENT;
        i += 2;
      } else if (c == RAW) {
        within = RAW;
        i++;
      } else if (c == '"' || c == '\'') {
        i = afterLiteral(line, i);
      } else {
        code.append(c);
        i++;
      }
    }
    return code.toString();
  }

  private static int afterLiteral(String line, int begin) {
    int i = begin + 1;
    while (i < line.length() && line.charAt(i) != line.charAt(begin)) {
      i += line.charAt(i) == '\\' ? 2 : 1;
    }
    return i + 1;
  }
}

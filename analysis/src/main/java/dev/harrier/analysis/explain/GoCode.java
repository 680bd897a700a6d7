package dev.harrier.analysis.explain;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The code of some lines of Go: what strings, runes and comments hold is left out, so that their
 * words and braces do not mislead. It begins outside all of these.
 */
final class GoCode {
  /** A receive from a variable, or a field of one, or a range over it. */
  private static final Pattern RECEIVE =
      Pattern.compile(
          "(?:<-|\\brange\\b)\\s*([\\p{L}_][\\p{L}\\d_.]*+)\\s*+(?![\\p{L}\\d_.(\\[<])");

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

  /**
   * The channel from which a line receives, as the source has it; empty if there are several, or if
   * it is an element or what a call returns.
   *
   * @param number of the line, from 1
   */
  static Optional<String> received(List<String> lines, int number) {
    if (number < 1 || number > lines.size()) {
      return Optional.empty();
    }
    String code = of(lines.get(number - 1));
    Matcher receive = RECEIVE.matcher(code);
    boolean one = receive.find();
    String name = one ? receive.group(1) : "";
    return one && !receive.find() ? Optional.of(name) : Optional.empty();
  }

  /** Whether some code sends on a channel of this name or closes it. */
  static boolean sends(String code, String channel) {
    String name = Pattern.quote(channel);
    return Pattern.compile(
            "\\bclose\\(\\s*%1$s\\s*\\)|(?<![\\p{L}\\d_.])%1$s\\s*<-".formatted(name))
        .matcher(code)
        .find();
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

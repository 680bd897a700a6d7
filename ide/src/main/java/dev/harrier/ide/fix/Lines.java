package dev.harrier.ide.fix;

import java.util.List;
import java.util.regex.Pattern;

/** The lines of a Go file, by number from 1, and the blocks that their indentation shows. */
record Lines(List<String> all) {
  private static final Pattern FUNCTION =
      Pattern.compile("^\\s*(.*[^\\w])?func\\b.*\\{\\s*(//.*)?$");

  boolean has(int line) {
    return line >= 1 && line <= all.size();
  }

  String at(int line) {
    return has(line) ? all.get(line - 1) : "";
  }

  static int depth(String text) {
    int depth = 0;
    while (depth < text.length() && text.charAt(depth) == '\t') {
      depth++;
    }
    return depth;
  }

  String indent(int line) {
    return "\t".repeat(depth(at(line)));
  }

  /** The line that opens the innermost function, literal or not, around a line; 0 if none does. */
  int functionAround(int line) {
    int depth = depth(at(line));
    for (int above = line - 1; above >= 1; above--) {
      String text = at(above);
      if (!text.isBlank() && depth(text) < depth) {
        depth = depth(text);
        if (FUNCTION.matcher(text).matches()) {
          return above;
        }
      }
    }
    return 0;
  }

  /** Whether a loop is around a line, inside its function. */
  boolean isInLoop(int line) {
    int depth = depth(at(line));
    for (int above = line - 1; above > functionAround(line); above--) {
      String text = at(above);
      if (!text.isBlank() && depth(text) < depth) {
        depth = depth(text);
        if (text.strip().startsWith("for ") || text.strip().equals("for {")) {
          return true;
        }
      }
    }
    return false;
  }

  /** The line that closes the block which a line opens; 0 if it opens none. */
  int endOf(int opening) {
    int depth = depth(at(opening));
    for (int line = opening + 1; line <= all.size(); line++) {
      String text = at(line);
      if (!text.isBlank() && depth(text) <= depth) {
        return text.strip().startsWith("}") ? line : 0;
      }
    }
    return 0;
  }

  /** Whether a word stands in one of the lines from {@code first} to {@code last}. */
  boolean mention(String word, int first, int last) {
    Pattern pattern = Pattern.compile("\\b" + Pattern.quote(word) + "\\b");
    for (int line = first; line <= last; line++) {
      if (pattern.matcher(withoutComment(at(line))).find()) {
        return true;
      }
    }
    return false;
  }

  static String withoutComment(String text) {
    int comment = text.indexOf("//");
    return comment < 0 ? text : text.substring(0, comment);
  }
}

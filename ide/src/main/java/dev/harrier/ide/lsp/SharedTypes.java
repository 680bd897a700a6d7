package dev.harrier.ide.lsp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The exported types of a file that have exported methods there, by their first lines. */
final class SharedTypes {
  private static final Pattern DECLARATION = Pattern.compile("^type ([A-Z]\\w*)\\b");

  private static final Pattern METHOD =
      Pattern.compile("^func \\((?:\\w+ )?\\*?([A-Z]\\w*)(?:\\[[^]]*])?\\) [A-Z]");

  private SharedTypes() {}

  /** One of them; lines count from 1. */
  record SharedType(String name, int line) {}

  static List<SharedType> in(Path file, List<String> lines) {
    List<SharedType> found = new ArrayList<>();
    if (file.toString().endsWith("_test.go")) {
      return found;
    }
    Set<String> receivers = new HashSet<>();
    for (String line : lines) {
      Matcher method = METHOD.matcher(line);
      if (method.find()) {
        receivers.add(method.group(1));
      }
    }
    for (int i = 0; i < lines.size(); i++) {
      Matcher declaration = DECLARATION.matcher(lines.get(i));
      if (declaration.find() && receivers.contains(declaration.group(1))) {
        found.add(new SharedType(declaration.group(1), i + 1));
      }
    }
    return found;
  }
}

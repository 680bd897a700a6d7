package dev.harrier.ide.lsp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tests and benchmarks of a file, by their first lines. */
final class TestFunctions {
  private static final Pattern FIRST_LINE =
      Pattern.compile(
          "^func ((?:Test|Benchmark)(?:[^a-z\\s(][^\\s(]*)?)\\(\\s*\\w+ \\*testing\\.[TB]\\s*\\)");

  private TestFunctions() {}

  /** One of them; lines count from 1. */
  record TestFunction(String name, int line) {
    boolean isBenchmark() {
      return name.startsWith("Benchmark");
    }
  }

  static List<TestFunction> in(Path file, List<String> lines) {
    List<TestFunction> found = new ArrayList<>();
    if (file.toString().endsWith("_test.go")) {
      for (int i = 0; i < lines.size(); i++) {
        Matcher first = FIRST_LINE.matcher(lines.get(i));
        if (first.find() && !first.group(1).equals("TestMain")) {
          found.add(new TestFunction(first.group(1), i + 1));
        }
      }
    }
    return found;
  }
}

package dev.harrier.bench.races;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function or method that a file declares, as gofmt lays it out: {@code func} begins a line, and
 * so does the brace that ends it.
 *
 * @param line of the declaration, from 1
 * @param end the last line
 */
record GoFunction(Path file, int line, int end, String name) {
  private static final Pattern DECLARATION = Pattern.compile("func (?:\\([^)]*\\) )?(\\w+).*");

  /** Those of some files, sorted by line in each. */
  static List<GoFunction> in(List<Path> files) throws IOException {
    List<GoFunction> functions = new ArrayList<>();
    for (Path file : files) {
      functions.addAll(in(file));
    }
    return functions;
  }

  private static List<GoFunction> in(Path file) throws IOException {
    List<GoFunction> functions = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      Matcher declaration = DECLARATION.matcher(lines.get(i));
      if (declaration.matches()) {
        functions.add(new GoFunction(file, i + 1, end(lines, i) + 1, declaration.group(1)));
      }
    }
    return functions;
  }

  private static int end(List<String> lines, int begin) {
    int end = begin;
    while (end + 1 < lines.size() && !lines.get(end).matches("}|func .*}")) {
      end++;
    }
    return end;
  }

  /** The one that a line is in. */
  static Optional<GoFunction> around(Path file, int line, List<GoFunction> functions) {
    return functions.stream()
        .filter(f -> f.file().equals(file) && f.line() <= line && line <= f.end())
        .findFirst();
  }

  boolean isInTestFile() {
    return file.toString().endsWith("_test.go");
  }

  /** Whether {@code go test} runs it by itself. */
  boolean isTest() {
    return isInTestFile() && name.matches("Test(\\P{Ll}.*)?");
  }
}

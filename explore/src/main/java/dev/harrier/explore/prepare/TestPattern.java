package dev.harrier.explore.prepare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What Go's {@code -run} and {@code -skip} take: alternatives of patterns, one for each level of
 * subtests, {@code TestA/one|TestB}. Bars and slashes within brackets and parentheses belong to a
 * pattern.
 *
 * @param alternatives each with its levels
 */
record TestPattern(List<List<String>> alternatives) {
  static TestPattern of(String text) {
    List<List<String>> alternatives = new ArrayList<>();
    List<String> levels = new ArrayList<>();
    int brackets = 0;
    int parentheses = 0;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? '|' : text.charAt(i);
      boolean outside = i == text.length() || (brackets == 0 && parentheses == 0);
      switch (c) {
        case '[' -> brackets++;
        case ']' -> brackets = Math.max(0, brackets - 1);
        case '(' -> parentheses += brackets == 0 ? 1 : 0;
        case ')' -> parentheses -= brackets == 0 ? 1 : 0;
        // A backslash at the end is a mistake that Go names; the pattern keeps it.
        case '\\' -> i = Math.min(i + 1, text.length() - 1);
        default -> {}
      }
      if (outside && (c == '/' || c == '|')) {
        levels.add(text.substring(start, i));
        start = i + 1;
      }
      if (outside && c == '|') {
        alternatives.add(List.copyOf(levels));
        levels.clear();
      }
    }
    return new TestPattern(List.copyOf(alternatives));
  }

  /** What top-level tests must match. */
  String topLevel() {
    List<String> first = alternatives.stream().map(List::getFirst).toList();
    return first.contains("") ? "." : String.join("|", first);
  }

  /**
   * What the subtests of a test must match, as it follows that test's name and a slash; "" if it is
   * meant with all of them.
   */
  String below(String test) {
    List<String> below = new ArrayList<>();
    for (List<String> levels : alternatives) {
      if (mayMatch(levels.getFirst(), test)) {
        if (levels.size() == 1) {
          return "";
        }
        below.add(String.join("/", levels.subList(1, levels.size())));
      }
    }
    return String.join("|^" + test + "$/", below);
  }

  /** Whether a test, or a subtest of it, may be meant. */
  boolean mayMatch(String test) {
    return alternatives.stream().anyMatch(levels -> mayMatch(levels.getFirst(), test));
  }

  /** Whether a test is meant with all its subtests. A pattern that only Go can read means none. */
  boolean coversAllOf(String test) {
    return alternatives.stream()
        .anyMatch(levels ->
            levels.size() == 1
                && compiled(levels.getFirst()).map(p -> p.matcher(test).find()).orElse(false));
  }

  /** All patterns, of whatever level. */
  List<String> patterns() {
    return alternatives.stream()
        .flatMap(List::stream)
        .filter(p -> !p.isEmpty())
        .distinct()
        .toList();
  }

  private static boolean mayMatch(String pattern, String test) {
    return compiled(pattern).map(p -> p.matcher(test).find()).orElse(true);
  }

  /** Java reads nearly all of Go's syntax alike; the test binary applies the pattern anyway. */
  private static Optional<Pattern> compiled(String pattern) {
    try {
      return Optional.of(Pattern.compile(pattern));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }
}

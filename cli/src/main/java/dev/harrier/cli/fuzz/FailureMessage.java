package dev.harrier.cli.fuzz;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The message of a test's first failed assertion, or of a panic, in what the test printed. */
final class FailureMessage {
  /** As package testing prefixes what t.Error and t.Log get. */
  private static final Pattern FIRST = Pattern.compile("\\s+[^\\s:]+\\.go:\\d+: .*");

  /** Further lines of the same message. */
  private static final Pattern MORE = Pattern.compile("\\s{8,}\\S.*");

  private static final Pattern PANIC = Pattern.compile("(panic|fatal error): .+");

  /** Testify's first line repeats the place, with a path of this machine. */
  private static final Pattern TRACE = Pattern.compile("\\s*Error Trace:.*");

  private static final int LONGEST = 200;

  private FailureMessage() {}

  /** In one line; empty if nothing of the kind was printed. */
  static Optional<String> in(String output) {
    List<String> lines = output.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (PANIC.matcher(lines.get(i)).matches()) {
        return Optional.of(shortened(lines.get(i)));
      }
      if (FIRST.matcher(lines.get(i)).matches()) {
        String more =
            lines.subList(i + 1, lines.size()).stream()
                .takeWhile(line -> MORE.matcher(line).matches())
                .filter(line -> !TRACE.matcher(line).matches())
                .collect(Collectors.joining(" "));
        return Optional.of(shortened(lines.get(i) + " " + more));
      }
    }
    return Optional.empty();
  }

  private static String shortened(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST).strip() + "..." : line;
  }
}

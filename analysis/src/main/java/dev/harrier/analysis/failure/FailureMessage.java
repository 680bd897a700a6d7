package dev.harrier.analysis.failure;

import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The message of a failed assertion, or of a panic, in what a test printed.
 *
 * @param file without its directory, as package testing names it, which passes over functions that
 *     are marked with {@code t.Helper}; "" for a panic
 * @param line 0 for a panic
 * @param text in one line; may be empty
 */
public record FailureMessage(String file, int line, String text) {
  /** As package testing prefixes what t.Error and t.Log get. */
  private static final Pattern FIRST =
      Pattern.compile("\\s+(?:\\S*/)?([^\\s:/]+\\.go):(\\d+): (.*)");

  /** Further lines of the same message. */
  private static final Pattern MORE = Pattern.compile("\\s{8,}\\S.*");

  private static final Pattern PANIC = Pattern.compile("(panic|fatal error): .+");

  /** Testify repeats the place, with a path of this machine, and the name of the test. */
  private static final Pattern REPEATED = Pattern.compile("\\s*(Error Trace|Test):\\s.*");

  /** Places in Testify's trace, below its first line; older versions print no directory. */
  private static final Pattern TRACED = Pattern.compile("\\s*\\S+\\.go:\\d+");

  /** When package log says that it was. */
  private static final Pattern LOGGED =
      Pattern.compile("^\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d(\\.\\d+)? ");

  /** What differs from run to run: what is quoted or in brackets, addresses, numbers. */
  private static final Pattern VALUE =
      Pattern.compile(
          "\"[^\"]*\"|'[^']*'|`[^`]*`|\\[[^]]*]|\\{[^}]*}|\\b0x[0-9a-fA-F]+|[-+]?\\d[\\w.]*");

  private static final int LONGEST = 200;

  /** The first that the test printed; empty if nothing of the kind was printed. */
  public static Optional<FailureMessage> in(String output) {
    List<String> lines = output.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (PANIC.matcher(lines.get(i)).matches()) {
        return Optional.of(new FailureMessage("", 0, shortened(lines.get(i))));
      }
      FailureMessage message = at(lines, i);
      if (message != null) {
        return Optional.of(message);
      }
    }
    return Optional.empty();
  }

  /** The first that package testing names one of these places for. */
  static Optional<FailureMessage> in(String output, Predicate<FailureMessage> at) {
    List<String> lines = output.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      FailureMessage message = at(lines, i);
      if (message != null && at.test(message)) {
        return Optional.of(message);
      }
    }
    return Optional.empty();
  }

  /** The last line that a program printed before it exited. */
  static Optional<FailureMessage> atExit(String output) {
    return output
        .lines()
        .filter(line -> !line.isBlank())
        .reduce((_, later) -> later)
        .map(line -> new FailureMessage("", 0, shortened(LOGGED.matcher(line).replaceFirst(""))));
  }

  private static @Nullable FailureMessage at(List<String> lines, int i) {
    Matcher first = FIRST.matcher(lines.get(i));
    if (!first.matches()) {
      return null;
    }
    String more =
        lines.subList(i + 1, lines.size()).stream()
            .takeWhile(line -> MORE.matcher(line).matches())
            .filter(line -> !REPEATED.matcher(line).matches() && !TRACED.matcher(line).matches())
            .collect(Collectors.joining(" "));
    int line;
    try {
      line = Integer.parseInt(first.group(2));
    } catch (NumberFormatException e) {
      return null; // a program printed it, not package testing
    }
    return new FailureMessage(first.group(1), line, shortened(first.group(3) + " " + more));
  }

  /** Whether package testing means this place. */
  boolean isAt(Site site) {
    String path = site.file();
    return line == site.line() && path.substring(path.lastIndexOf('/') + 1).equals(file);
  }

  /** With its place, as it was printed. */
  public String shown() {
    return file.isEmpty() ? text : (file + ":" + line + ": " + text).strip();
  }

  /** The same for messages that differ only in values. */
  String shape() {
    return VALUE.matcher(text).replaceAll("_");
  }

  private static String shortened(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST).strip() + "..." : line;
  }
}

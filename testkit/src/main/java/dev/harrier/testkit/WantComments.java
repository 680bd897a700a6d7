package dev.harrier.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The findings that a Go program says it has: {@code // want goroutine-leak} at the end of the line
 * that the finding names. Several rules are separated by blanks. A rule with a question mark may be
 * reported or not: {@code // want left-behind?}. One with a tilde is reported, but is only
 * suspicious: {@code // want goroutine-leak~}. One with a release of Go is reported by that release
 * and newer ones, and by no older one: {@code // want goroutine-leak@1.26}. A regular expression in
 * double quotes after a rule has to be found in the finding's message.
 */
public final class WantComments {
  private static final Pattern WANT =
      Pattern.compile("//\\s*want\\s+((?:[a-z0-9-]+[?~]?(?:@1\\.\\d+)?(?:\\s+\"[^\"]*\")?\\s*)+)$");
  private static final Pattern RULE =
      Pattern.compile("([a-z0-9-]+)([?~]?)(?:@1\\.(\\d+))?(?:\\s+\"([^\"]*)\")?");

  private WantComments() {}

  /** How a finding has to be there. */
  public enum Presence {
    PROVEN,
    SUSPICIOUS,
    OPTIONAL
  }

  /**
   * One expected finding.
   *
   * @param file relative to the program's directory
   * @param presence whether its absence is a failure, and how strong it has to be
   * @param since the first minor release of Go 1 that shows the finding; 0 for all
   * @param message a regular expression that is found in the finding's message; "" for any message
   */
  public record Want(
      String file, int line, String rule, Presence presence, int since, String message) {
    /** {@code file:line: rule}. */
    public String place() {
      return file + ":" + line + ": " + rule;
    }
  }

  /** All expectations in the Go files at and below {@code directory}, in order of file and line. */
  public static List<Want> in(Path directory) throws IOException {
    List<Want> wants = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        String name = directory.relativize(file).toString();
        for (int i = 0; i < lines.size(); i++) {
          Matcher comment = WANT.matcher(lines.get(i));
          if (comment.find()) {
            Matcher rule = RULE.matcher(comment.group(1));
            while (rule.find()) {
              wants.add(want(name, i + 1, rule));
            }
          }
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return List.copyOf(wants);
  }

  private static Want want(String file, int line, Matcher rule) {
    int since = rule.group(3) == null ? 0 : Integer.parseInt(rule.group(3));
    String message = rule.group(4) == null ? "" : rule.group(4);
    Presence presence =
        switch (rule.group(2)) {
          case "?" -> Presence.OPTIONAL;
          case "~" -> Presence.SUSPICIOUS;
          default -> Presence.PROVEN;
        };
    return new Want(file, line, rule.group(1), presence, since, message);
  }
}

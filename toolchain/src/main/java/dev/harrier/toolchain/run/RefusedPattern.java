package dev.harrier.toolchain.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of tests that package testing can't take.
 *
 * @param element the part of the pattern between slashes that is meant
 * @param why what package regexp says of it
 */
public record RefusedPattern(String element, String why) {
  private static final Pattern REFUSAL =
      Pattern.compile(
          "(?m)^testing: invalid regexp (?:for element \\d+ of|in) -test[.](?:run|skip|list)"
              + " [(]\"(?<element>(?:[^\"\\\\]|\\\\.)*)\"[)]: (?<why>.*)$");

  /** The first that a test binary has printed. */
  public static Optional<RefusedPattern> in(String printed) {
    Matcher refusal = REFUSAL.matcher(printed);
    return refusal.find()
        ? Optional.of(
            new RefusedPattern(
                refusal.group("element").replaceAll("\\\\([\"\\\\])", "$1"),
                refusal.group("why").strip()))
        : Optional.empty();
  }

  /** One sentence for the user. */
  public String sentence() {
    return "'%s' is not a pattern of tests: %s".formatted(element, why);
  }
}

package dev.harrier.model.finding;

import dev.harrier.model.trace.Site;
import java.util.regex.Pattern;

/**
 * Where a finding points an editor.
 *
 * @param column from 1; 1 where only the line is known, as in everything that Go's tables have
 */
public record Location(String file, int line, int column, String function, String packagePath) {
  public static Location of(Site site) {
    return new Location(site.file(), site.line(), 1, site.function(), site.packagePath());
  }

  /** Mocks, fakes and helpers of tests, by the usual names of their files and directories. */
  private static final Pattern TEST_SUPPORT =
      Pattern.compile(
          "(^|/)(mock|fake|test_?(util|helper))[^/]*$|_(mocks?|fake|testing)\\.go$"
              + "|(^|/)(mocks?|fakes?|tests?|testing|testdata|test_?(utils?|helpers?))/[^/]*$");

  /** Whether it is in a file of tests. */
  public boolean inTests() {
    return file.endsWith("_test.go");
  }

  /** Whether it is in the code of tests, or in code that only supports tests, such as a mock. */
  public boolean inTestSupport() {
    return inTests() || TEST_SUPPORT.matcher(file).find();
  }
}

package dev.harrier.toolchain.driver;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of Go, such as 1.26.8. Prereleases ({@code go1.27rc1}) count as their release.
 *
 * @param patch 0 if the version string has none
 */
public record GoVersion(int major, int minor, int patch) implements Comparable<GoVersion> {
  private static final Pattern FORM =
      Pattern.compile("(?:go)?(\\d+)\\.(\\d+)(?:\\.(\\d+))?(?:(?:rc|beta)\\d+)?(?:[ -].*)?");
  private static final int NEWEST_KNOWN = 27;

  /** Those that Harrier is tested with, for sentences. */
  public static final String KNOWN = "Go 1.24 to 1." + NEWEST_KNOWN;

  private static final Comparator<GoVersion> ORDER =
      Comparator.comparingInt(GoVersion::major)
          .thenComparingInt(GoVersion::minor)
          .thenComparingInt(GoVersion::patch);

  /** Reads {@code go1.26.8}, {@code 1.27}, {@code go1.27rc1}, {@code go1.26.8 X:nocoverage}. */
  public static Optional<GoVersion> parse(String text) {
    Matcher m = FORM.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    String patch = m.group(3);
    return Optional.of(
        new GoVersion(
            Integer.parseInt(m.group(1)),
            Integer.parseInt(m.group(2)),
            patch == null ? 0 : Integer.parseInt(patch)));
  }

  /** Whether this is release {@code 1.minor} or newer. */
  public boolean atLeast(int minor) {
    return major > 1 || (major == 1 && this.minor >= minor);
  }

  /** Whether Harrier was made before it, so that no one has tried the two together. */
  public boolean isNewerThanKnown() {
    return atLeast(NEWEST_KNOWN + 1);
  }

  @Override
  public int compareTo(GoVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + (patch == 0 ? "" : "." + patch);
  }
}

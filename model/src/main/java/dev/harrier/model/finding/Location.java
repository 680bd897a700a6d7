package dev.harrier.model.finding;

import dev.harrier.model.trace.Site;

/**
 * Where a finding points an editor.
 *
 * @param column from 1; 1 where only the line is known, as in everything that Go's tables tell
 */
public record Location(String file, int line, int column, String function, String packagePath) {
  public static Location of(Site site) {
    return new Location(site.file(), site.line(), 1, site.function(), site.packagePath());
  }

  /** Whether it is in the code of tests. */
  public boolean inTests() {
    return file.endsWith("_test.go");
  }
}

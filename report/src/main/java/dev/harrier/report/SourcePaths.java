package dev.harrier.report;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Shows files relative to a directory where they are below it, and absolute where they are not. A
 * path that was not absolute to begin with ({@code -trimpath} records such) stays as it is.
 */
public record SourcePaths(Path base) {
  public SourcePaths {
    base = base.toAbsolutePath().normalize();
  }

  /**
   * Relative to the repository that a module is in, which is what services count paths from; to the
   * module where there is none.
   */
  public static SourcePaths ofRepository(Path moduleRoot) {
    for (Path place = moduleRoot; place != null; place = place.getParent()) {
      if (Files.exists(place.resolve(".git"))) {
        return new SourcePaths(place);
      }
    }
    return new SourcePaths(moduleRoot);
  }

  /** Whether {@code file} is below the base. */
  public boolean covers(String file) {
    return !file.isEmpty() && Path.of(file).isAbsolute() && Path.of(file).startsWith(base);
  }

  /** How {@code file} is written. */
  public String shown(String file) {
    return covers(file) ? base.relativize(Path.of(file)).toString() : file;
  }

  /** The reverse of {@link #shown} for a file that still exists; others stay as they are. */
  public String absolute(String shown) {
    if (shown.isEmpty() || Path.of(shown).isAbsolute()) {
      return shown;
    }
    Path file = base.resolve(shown).normalize();
    return Files.exists(file) ? file.toString() : shown;
  }
}

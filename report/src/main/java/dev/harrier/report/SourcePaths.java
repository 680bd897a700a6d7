package dev.harrier.report;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

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

  /** A file that something else named; empty if no file can have that name. */
  public static Optional<Path> path(String file) {
    try {
      return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Optional<Path> below(String file) {
    return path(file)
        .filter(Path::isAbsolute)
        .map(Path::normalize)
        .filter(path -> path.startsWith(base));
  }

  /** Whether {@code file} is below the base. */
  public boolean covers(String file) {
    return below(file).isPresent();
  }

  /** How {@code file} is written. */
  public String shown(String file) {
    return below(file).map(path -> base.relativize(path).toString()).orElse(file);
  }

  /**
   * The reverse of {@link #shown} for a file that still exists; others, and those that lead out of
   * the base, stay as they are.
   */
  public String absolute(String shown) {
    return path(shown)
        .filter(path -> !path.isAbsolute())
        .map(path -> base.resolve(path).normalize())
        .filter(file -> file.startsWith(base) && Files.exists(file))
        .map(Path::toString)
        .orElse(shown);
  }
}

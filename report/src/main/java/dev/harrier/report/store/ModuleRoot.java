package dev.harrier.report.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the root of a Go module. */
public final class ModuleRoot {
  private ModuleRoot() {}

  /** The directory itself or the nearest one above it that has a {@code go.mod}. */
  public static Optional<Path> above(Path directory) {
    for (Path place = directory; place != null; place = place.getParent()) {
      if (Files.exists(place.resolve("go.mod"))) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }
}

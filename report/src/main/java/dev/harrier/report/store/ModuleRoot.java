package dev.harrier.report.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the root of a Go module, or of a workspace of modules. */
public final class ModuleRoot {
  private ModuleRoot() {}

  /**
   * The directory itself or the nearest one above it that has a {@code go.mod}; where none has, the
   * nearest with a {@code go.work}. Go's commands take what is theirs in the same order.
   */
  public static Optional<Path> above(Path directory) {
    return nearest(directory, "go.mod").or(() -> nearest(directory, "go.work"));
  }

  private static Optional<Path> nearest(Path directory, String file) {
    for (Path place = directory; place != null; place = place.getParent()) {
      if (Files.exists(place.resolve(file))) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }
}

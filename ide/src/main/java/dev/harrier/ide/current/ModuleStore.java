package dev.harrier.ide.current;

import dev.harrier.report.store.ModuleRoot;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreLocation;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A Go module and the runs that are kept of it.
 *
 * @param root where its {@code go.mod} is
 * @param directory of the store; it need not exist
 */
public record ModuleStore(Path root, Path directory) {
  /**
   * The module that a directory is in; empty if it is in none.
   *
   * @param caches Harrier's directory among the user's caches, where stores of read-only modules
   *     are
   */
  public static Optional<ModuleStore> around(Path place, Path caches) {
    return ModuleRoot.above(place.toAbsolutePath().normalize())
        .map(root -> new ModuleStore(root, StoreLocation.forReading(root, caches).directory()));
  }

  /** Its runs. */
  public RunStore runs() {
    return new RunStore(directory, root);
  }
}

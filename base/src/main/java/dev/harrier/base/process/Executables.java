package dev.harrier.base.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Programs as a shell finds them. */
public final class Executables {
  private Executables() {}

  /** The executable file that {@code PATH} leads to, from the directory of this process. */
  public static Optional<Path> onPath(String name, Map<String, String> environment) {
    return onPath(name, environment, Path.of("").toAbsolutePath());
  }

  /**
   * The executable file that {@code PATH} leads to.
   *
   * @param directory that relative entries, and an empty one, are meant from
   */
  public static Optional<Path> onPath(
      String name, Map<String, String> environment, Path directory) {
    for (String entry : environment.getOrDefault("PATH", "").split(":")) {
      Path candidate = directory.resolve(entry).resolve(name);
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}

package dev.harrier.toolchain.driver;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Gives a toolchain a GOROOT that an overlay may cover. */
public final class Goroots {
  private Goroots() {}

  /**
   * From Go 1.25 on, {@code go} refuses overlays of anything beneath the module cache, and a
   * toolchain fetched through GOTOOLCHAIN lives there. Such a GOROOT is reached by a directory of
   * links to its entries instead. {@code go} compares the paths as text, and that is enough.
   *
   * @param directory where the links may be made
   */
  public static GoToolchain outsideModuleCache(GoToolchain go, Path directory) throws IOException {
    if (!go.goroot().startsWith(go.moduleCache())) {
      return go;
    }
    Path root = directory.resolve("go" + go.version()).toAbsolutePath();
    Files.createDirectories(root);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(go.goroot())) {
      for (Path entry : entries) {
        link(root.resolve(entry.getFileName()), entry);
      }
    }
    Map<String, String> environment = new HashMap<>(go.environment());
    environment.put("GOROOT", root.toString());
    environment.put("GOTOOLCHAIN", "local");
    return new GoToolchain(
        root.resolve("bin").resolve("go"),
        go.version(),
        root,
        go.goos(),
        go.goarch(),
        go.moduleRoot(),
        go.moduleCache(),
        environment);
  }

  private static void link(Path link, Path target) throws IOException {
    if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(target)) {
      return;
    }
    Files.deleteIfExists(link);
    try {
      Files.createSymbolicLink(link, target);
    } catch (FileAlreadyExistsException e) {
      // Another Harrier made the same link at the same moment.
      if (!Files.readSymbolicLink(link).equals(target)) {
        throw e;
      }
    }
  }
}

package dev.harrier.toolchain.patch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The standard library's sources as they are being edited: each file is read once, at first use.
 */
final class Goroot {
  private final Path src;
  private final Map<String, GoSource> files = new LinkedHashMap<>();

  /**
   * @param root what {@code go env GOROOT} says, to the letter: overlay keys are compared as text
   */
  Goroot(Path root) {
    this.src = root.resolve("src");
  }

  /**
   * @param path relative to GOROOT/src: {@code runtime/chan.go}
   */
  GoSource source(String path) throws IOException, PatchException {
    GoSource known = files.get(path);
    if (known != null) {
      return known;
    }
    String text;
    try {
      text = Files.readString(src.resolve(path));
    } catch (NoSuchFileException e) {
      throw new PatchException(path, "GOROOT/src", "the file", 0);
    }
    GoSource source = new GoSource(path, text);
    files.put(path, source);
    return source;
  }

  /** All sources that were looked at. */
  List<Path> consulted() {
    return files.keySet().stream().map(src::resolve).toList();
  }

  Map<String, GoSource> edited() {
    Map<String, GoSource> edited = new LinkedHashMap<>(files);
    edited.values().removeIf(source -> !source.isEdited());
    return edited;
  }

  Path src() {
    return src;
  }
}

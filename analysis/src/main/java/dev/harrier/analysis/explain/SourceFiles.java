package dev.harrier.analysis.explain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Source lines from the file system; the last few files are kept. Not for concurrent use. */
public final class SourceFiles implements SourceLines {
  private static final int KEPT = 32;

  private final Map<String, List<String>> files =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
          return size() > KEPT;
        }
      };

  @Override
  public List<String> of(String file) {
    return files.computeIfAbsent(file, SourceFiles::read);
  }

  private static List<String> read(String file) {
    try {
      Path path = Path.of(file);
      // Bytes that are no UTF-8 must not hide the file, so this is not Files.readAllLines.
      return path.isAbsolute()
          ? new String(Files.readAllBytes(path), StandardCharsets.UTF_8).lines().toList()
          : List.of();
    } catch (IOException | InvalidPathException unreadable) {
      return List.of();
    }
  }
}

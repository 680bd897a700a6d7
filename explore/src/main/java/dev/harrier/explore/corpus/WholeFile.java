package dev.harrier.explore.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that change as a whole: whoever reads one sees the former text or the new one. */
final class WholeFile {
  private static final String UNFINISHED = "." + ProcessHandle.current().pid() + ".tmp";

  private WholeFile() {}

  /**
   * Puts a text in the place of a file, which need not be there yet.
   *
   * @throws IOException if it can't be written; then the former file stands
   */
  static void replace(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path next = unfinished(file);
    try {
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  /** Where the text is until it is whole; other processes have other places. */
  static Path unfinished(Path file) {
    return file.resolveSibling(file.getFileName() + UNFINISHED);
  }
}

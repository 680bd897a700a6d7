package dev.harrier.base.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Files that change as a whole: anyone who reads one sees the former text or the new one. */
public final class AtomicFile {
  /** Not of the process number: containers that share a directory have the same numbers. */
  private static final String UNFINISHED =
      "." + HexFormat.of().toHexDigits(new SecureRandom().nextLong()) + ".tmp";

  private AtomicFile() {}

  /**
   * Puts a text in the place of a file, which need not be there yet. What is no file, such as a
   * terminal or a pipe, is written to; a link stays one.
   *
   * @throws IOException if it can't be written; then the former file stands and nothing is left
   *     behind
   */
  public static void replace(Path file, String text) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      Files.writeString(file, text, StandardOpenOption.WRITE);
      return;
    }
    replaceEntry(Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file, text);
  }

  /**
   * Puts a text in the place of whatever has the name, also of a link: nothing is written
   * elsewhere.
   *
   * @throws IOException if it can't be written; then the former one stands and nothing is left
   *     behind
   */
  public static void replaceEntry(Path place, String text) throws IOException {
    Path next = unfinished(place);
    try {
      try (FileChannel channel =
          FileChannel.open(
              next,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        // A rename can reach the disk before the data does.
        channel.force(true);
      }
      Files.move(next, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  /** Where the text is until it is whole; other processes have other places. */
  public static Path unfinished(Path file) {
    return file.resolveSibling(file.getFileName() + UNFINISHED);
  }
}

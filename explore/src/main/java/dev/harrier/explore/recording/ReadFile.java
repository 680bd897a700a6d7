package dev.harrier.explore.recording;

import dev.harrier.base.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A regular file as it is now.
 *
 * @param bytes all of it, if it is small enough to be kept
 */
record ReadFile(long size, String sha256, Optional<byte[]> bytes) {
  /** A larger file is not kept. */
  static final int MOST_KEPT = 1 << 20;

  /** A larger file is not looked at. */
  static final long MOST_READ = 64L << 20;

  private static final int PIECE = 1 << 16;

  /** Empty if it is no regular file, or too large. */
  static Optional<ReadFile> of(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > MOST_READ) {
      return Optional.empty();
    }
    MessageDigest digest = Sha256.create();
    byte[] start = new byte[0];
    long size = 0;
    byte[] piece = new byte[PIECE];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(piece); read >= 0 && size <= MOST_READ; read = in.read(piece)) {
        digest.update(piece, 0, read);
        if (size + read <= MOST_KEPT) {
          start = Arrays.copyOf(start, (int) size + read);
          System.arraycopy(piece, 0, start, (int) size, read);
        }
        size += read;
      }
    }
    return Optional.of(
        new ReadFile(
            size,
            HexFormat.of().formatHex(digest.digest()),
            size <= MOST_KEPT ? Optional.of(start) : Optional.empty()));
  }
}

package dev.harrier.cli.process;

import dev.harrier.base.file.CacheTag;
import dev.harrier.base.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Which executables Harrier built on this machine, and which tests it wrote, by their digests. A
 * stored run may come from anyone, with its directories of both: only what the cache knows is
 * executed. The cache is the user's own, so anyone who sends a run can't write there.
 */
public final class OwnPrograms {
  /** A part of the cache: empty files, named by digests. */
  static final String FOLDER = "programs";

  private static final int PIECE = 1 << 16;

  private final Path caches;

  public OwnPrograms(CommandContext context) {
    this.caches = CacheDirectory.of(context.environment());
  }

  /**
   * Notes that Harrier has built a program, or has written a file that becomes one. In a directory
   * that is not a cache of Harrier's nothing is noted.
   */
  public void note(Path executable) throws IOException {
    if (!CacheTag.isOn(caches)) {
      return;
    }
    Path entry = entry(executable);
    Files.createDirectories(caches.resolve(FOLDER));
    try {
      Files.createFile(entry);
    } catch (FileAlreadyExistsException e) {
      CacheEntries.use(entry);
    }
  }

  /** Whether Harrier made it here, as far as the cache knows; it is what it was then. */
  public boolean has(Path executable) throws IOException {
    return CacheTag.isOn(caches) && Files.isRegularFile(entry(executable));
  }

  private Path entry(Path executable) throws IOException {
    MessageDigest digest = Sha256.create();
    byte[] piece = new byte[PIECE];
    try (InputStream in = Files.newInputStream(executable)) {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        digest.update(piece, 0, read);
      }
    }
    return caches.resolve(FOLDER).resolve(HexFormat.of().formatHex(digest.digest()));
  }
}

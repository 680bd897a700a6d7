package dev.harrier.base.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What distinguishes Harrier's cache from any other directory, so that nothing is removed from a
 * home directory that {@code HARRIER_CACHE} names by mistake: a file of Harrier's own, and the
 * {@code CACHEDIR.TAG} by which programs for backups know caches (bford.info/cachedir). Only a
 * directory that is new or empty gets them; {@code gotool} does the same.
 */
public final class CacheTag {
  /** Harrier's own. */
  public static final String MARKER = ".harrier-cache";

  /** That of all programs. */
  public static final String TAG = "CACHEDIR.TAG";

  private static final String TEXT =
      """
      Signature: 8a477f597d28d172789f06886806bc55
      # This directory is a cache of Harrier, which finds concurrency bugs in Go programs.
      # 'harrier cache clean' empties it.
      """;

  private CacheTag() {}

  /**
   * Makes the directory a cache if it does not exist or has nothing in it. Where that can't be
   * written it stays as it is, and nothing will be removed from it.
   */
  public static void claim(Path directory) {
    try {
      Files.createDirectories(directory);
      if (hasOnlyTag(directory)) {
        Files.writeString(directory.resolve(TAG), TEXT);
        Files.writeString(directory.resolve(MARKER), "", StandardOpenOption.CREATE_NEW);
      }
    } catch (FileAlreadyExistsException e) {
      // Another Harrier was faster.
    } catch (IOException e) {
      // Whatever is to be kept there meets the same, and says so.
    }
  }

  /** A process that claimed it may have ended between the two files. */
  private static boolean hasOnlyTag(Path directory) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (!entry.endsWith(TAG)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Whether the directory is a cache of Harrier. */
  public static boolean isOn(Path directory) {
    return Files.isRegularFile(directory.resolve(MARKER), LinkOption.NOFOLLOW_LINKS);
  }
}

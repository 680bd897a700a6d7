package dev.harrier.cli.session;

import dev.harrier.model.file.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is in the cache: directories named by what they hold, with entries that are named by a
 * digest of what they were made from, so that another version of Harrier never takes them for its
 * own. An entry can be made again at any time; {@code stores} alone can't, and is not among them.
 */
public final class CacheEntries {
  private static final Duration KEPT = Duration.ofDays(30);
  private static final Duration PERIOD = Duration.ofDays(1);
  private static final String STORES = "stores";
  private static final String LOOKED = ".looked";

  private final Path directory;
  private final List<Path> entries;

  private CacheEntries(Path directory, List<Path> entries) {
    this.directory = directory;
    this.entries = entries;
  }

  public static CacheEntries in(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return new CacheEntries(directory, List.of());
    }
    try (Stream<Path> paths = Files.walk(directory, 2)) {
      return new CacheEntries(
          directory,
          paths
              .filter(path -> directory.relativize(path).getNameCount() == 2)
              .filter(path -> !path.startsWith(directory.resolve(STORES)))
              .toList());
    }
  }

  /** Notes that an entry is in use. */
  public static void use(Path entry) throws IOException {
    Files.setLastModifiedTime(entry, FileTime.from(Instant.now()));
  }

  /** Removes what has not been used for a month; looks once a day. */
  public static void removeOld(Path directory) throws IOException {
    Path looked = directory.resolve(LOOKED);
    Instant now = Instant.now();
    if (Files.exists(looked)
        && Files.getLastModifiedTime(looked).toInstant().isAfter(now.minus(PERIOD))) {
      return;
    }
    Files.createDirectories(directory);
    Files.writeString(looked, "");
    for (Path entry : in(directory).entries) {
      if (Files.getLastModifiedTime(entry).toInstant().isBefore(now.minus(KEPT))) {
        Trees.delete(entry);
      }
    }
  }

  /** Bytes. */
  public long size() throws IOException {
    long size = 0;
    for (Path entry : entries) {
      try (Stream<Path> files = Files.walk(entry)) {
        for (Path file : files.filter(path -> Files.isRegularFile(path)).toList()) {
          size += Files.size(file);
        }
      }
    }
    return size;
  }

  public void clean() throws IOException {
    for (Path entry : entries) {
      Trees.delete(entry);
    }
    Files.deleteIfExists(directory.resolve(LOOKED));
  }
}

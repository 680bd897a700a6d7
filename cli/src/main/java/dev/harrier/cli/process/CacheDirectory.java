package dev.harrier.cli.process;

import dev.harrier.base.file.CacheTag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where Harrier keeps what it can make again. */
public final class CacheDirectory {
  private CacheDirectory() {}

  /** {@code $HARRIER_CACHE}, or {@code harrier} in the user's cache directory. */
  public static Path of(Map<String, String> environment) {
    String own = environment.getOrDefault("HARRIER_CACHE", "");
    if (!own.isEmpty()) {
      return Path.of(own).toAbsolutePath();
    }
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path base =
        caches.isEmpty()
            ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache")
            : Path.of(caches);
    return base.resolve("harrier");
  }

  /**
   * Refuses a directory that holds what is not Harrier's: what Harrier would keep there, it could
   * not remove again.
   */
  public static void check(Map<String, String> environment) throws UserError {
    Path directory = of(environment);
    try {
      if (Files.isDirectory(directory)
          && !CacheTag.isOn(directory)
          && CacheEntries.areAmongOthers(directory)) {
        throw refusal(directory);
      }
    } catch (IOException e) {
      // Whatever is to be kept there meets the same, and says so.
    }
  }

  /** What is said of a directory without the mark of a cache. */
  public static UserError refusal(Path directory) {
    return UserError.usage(
        ("%s is not a cache of Harrier: it has no file %s, which Harrier writes into a new or empty"
                + " one. HARRIER_CACHE names the cache")
            .formatted(directory, CacheTag.MARKER));
  }

  /**
   * The directory for a command that makes or uses something there: a new directory becomes a
   * cache, and no other process empties it until this one ends.
   */
  public static Path inUse(Map<String, String> environment) {
    Path directory = of(environment);
    CacheTag.claim(directory);
    CacheEntries.holdInUse(directory);
    return directory;
  }

  /** The part of it where overlays are. */
  public static Path overlays(Map<String, String> environment) {
    return of(environment).resolve("overlays");
  }
}

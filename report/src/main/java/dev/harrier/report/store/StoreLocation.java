package dev.harrier.report.store;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.CacheTag;
import dev.harrier.base.file.IoErrors;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a module's store is: in its root, or, if that can't be written (a module in a read-only
 * checkout or in the module cache), in the user's cache directory.
 *
 * @param inModule whether it is in the module's root
 */
public record StoreLocation(Path directory, boolean inModule) {
  private static final String NAME = ".harrier";

  /**
   * The place for a new run; makes the directory.
   *
   * @param caches Harrier's directory among the user's caches
   * @throws StoreException.Unwritable if neither place can be written
   */
  public static StoreLocation forWriting(Path moduleRoot, Path caches)
      throws StoreException.Unwritable {
    Path inModule = moduleRoot.resolve(NAME);
    try {
      prepare(inModule);
      return new StoreLocation(inModule, true);
    } catch (IOException e) {
      if (!isReadOnly(e)) {
        throw unwritable(inModule, e);
      }
    }
    return outsideModules(moduleRoot, caches);
  }

  /**
   * The place for a run that no module is concerned in: among the user's caches, because a
   * directory that someone merely stood in is not ours to write to.
   *
   * @throws StoreException.Unwritable if it can't be written
   */
  public static StoreLocation outsideModules(Path directory, Path caches)
      throws StoreException.Unwritable {
    Path inCache = inCache(directory, caches);
    CacheTag.claim(caches);
    try {
      prepare(inCache);
      return new StoreLocation(inCache, false);
    } catch (IOException e) {
      throw unwritable(inCache, e);
    }
  }

  /** The place of the runs that are there already; it need not exist. */
  public static StoreLocation forReading(Path moduleRoot, Path caches) {
    Path inModule = moduleRoot.resolve(NAME);
    Path inCache = inCache(moduleRoot, caches);
    return Files.isDirectory(inModule.resolve("runs")) || !Files.isDirectory(inCache)
        ? new StoreLocation(inModule, true)
        : new StoreLocation(inCache, false);
  }

  private static void prepare(Path directory) throws IOException {
    refuseLinks(directory);
    Files.createDirectories(directory.resolve("runs"));
    if (!Files.isWritable(directory.resolve("runs"))) {
      throw new AccessDeniedException(directory.toString());
    }
    Path ignore = directory.resolve(".gitignore");
    if (!Files.exists(ignore)) {
      AtomicFile.replace(ignore, "*\n");
    }
  }

  /**
   * A store that came with a checkout or an archive may have links in it, and what is written or
   * removed there would be elsewhere. Only the store itself may be one, and {@code latest}, which
   * is replaced. What explorations keep of each test, {@code fuzz/*.json}, is replaced whatever it
   * is, and may be tens of thousands of files: these are not asked for what they are.
   */
  private static void refuseLinks(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      Path store = directory.toRealPath();
      refuseLinksIn(store, store);
    }
  }

  private static void refuseLinksIn(Path directory, Path store) throws IOException {
    // Names only: a stream of Java's makes a path of each, which takes ten times as long.
    String @Nullable [] names = directory.toFile().list();
    if (names == null) {
      return; // Another Harrier has removed it.
    }
    boolean ofTests = directory.startsWith(store.resolve("fuzz"));
    for (String name : names) {
      if (ofTests && name.endsWith(".json")) {
        continue;
      }
      Path each = directory.resolve(name);
      if (Files.isSymbolicLink(each) && !RunStore.isLatest(store, each)) {
        throw new LinkInStoreException(each);
      }
      // Each run has a new directory.
      if (!each.equals(store.resolve("runs")) && Files.isDirectory(each)) {
        refuseLinksIn(each, store);
      }
    }
  }

  private static final class LinkInStoreException extends FileSystemException {
    @Serial private static final long serialVersionUID = 1L;

    LinkInStoreException(Path link) {
      super(
          link.toString(),
          null,
          "it is a symbolic link, and Harrier writes through none: remove it");
    }
  }

  private static Path inCache(Path moduleRoot, Path caches) {
    String root = moduleRoot.toAbsolutePath().normalize().toString();
    // A name-based UUID keeps modules of the same name in different places apart.
    UUID key = UUID.nameUUIDFromBytes(root.getBytes(StandardCharsets.UTF_8));
    return caches.resolve("stores").resolve(moduleRoot.getFileName() + "-" + key);
  }

  private static boolean isReadOnly(IOException e) {
    // The JDK has no type of its own for EROFS, only the words of the C library.
    return e instanceof AccessDeniedException
        || e.getCause() instanceof ReadOnlyFileSystemException
        || (e instanceof FileSystemException f
            && f.getReason() != null
            && f.getReason().contains("Read-only file system"));
  }

  static StoreException.Unwritable unwritable(Path place, IOException e) {
    if (e instanceof LinkInStoreException) {
      return new StoreException.Unwritable(
          "can't use the store %s: %s".formatted(place, IoErrors.described(e)));
    }
    if (Files.exists(place) && !Files.isDirectory(place)) {
      return new StoreException.Unwritable(
          "can't keep runs in %s: it is a file, not a directory; remove or rename it, then run again"
              .formatted(place));
    }
    return new StoreException.Unwritable(
        "can't write %s: %s; make room or permit writing there, then run again"
            .formatted(place, IoErrors.reason(e)));
  }
}

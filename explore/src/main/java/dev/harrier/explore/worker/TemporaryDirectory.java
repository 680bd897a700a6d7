package dev.harrier.explore.worker;

import dev.harrier.base.file.Trees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * A directory for temporary files, with a file next to it that is locked as long as its process
 * lives. A process that is killed leaves both; the next one that makes such a directory takes them
 * away.
 *
 * @param lock the channel that holds the lock of {@code lockFile}
 */
record TemporaryDirectory(Path directory, Path lockFile, FileChannel lock)
    implements AutoCloseable {
  private static final String PREFIX = "harrier";
  private static final String SUFFIX = ".lock";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-z]{1,5}");

  /** Locks of this process: to open such a file again and close it would unlock it. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  /** Linux's file system in memory. */
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final int NAMES = 36 * 36 * 36 * 36 * 36;
  private static final int RADIX = 36;

  /**
   * Makes one that is in memory, as what is written and read a thousand times a second should be.
   *
   * @param room how many bytes there must be
   * @return empty if there is no file system in memory with that much room
   */
  static Optional<TemporaryDirectory> inMemory(long room) {
    try {
      FileStore store = Files.getFileStore(MEMORY);
      return store.type().equals("tmpfs") && store.getUsableSpace() >= room
          ? Optional.of(in(MEMORY))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Makes one, with a name that is short. */
  static TemporaryDirectory in(Path base) throws IOException {
    sweep(base);
    while (true) {
      String name = PREFIX + Integer.toString(ThreadLocalRandom.current().nextInt(NAMES), RADIX);
      Path lockFile = base.resolve(name + SUFFIX);
      if (!OWN.add(lockFile)) {
        continue;
      }
      try {
        FileChannel lock =
            FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // A sweep may have come between the two, and taken the file away.
        if (lock.tryLock() == null || !Files.exists(lockFile)) {
          lock.close();
          OWN.remove(lockFile);
          continue;
        }
        try {
          Path directory =
              Files.createDirectory(
                  base.resolve(name),
                  PosixFilePermissions.asFileAttribute(
                      PosixFilePermissions.fromString("rwx------")));
          return new TemporaryDirectory(directory, lockFile, lock);
        } catch (IOException e) {
          Files.deleteIfExists(lockFile);
          lock.close();
          OWN.remove(lockFile);
          throw e;
        }
      } catch (FileAlreadyExistsException e) {
        OWN.remove(lockFile); // Another one's.
      }
    }
  }

  /** Whether a path leads through a directory that has such a name. */
  static boolean isNamed(Path path) {
    for (Path part : path) {
      if (NAME.matcher(part.toString()).matches()) {
        return true;
      }
    }
    return false;
  }

  /** Removes those of processes that are gone. */
  private static void sweep(Path base) {
    try (DirectoryStream<Path> locks = Files.newDirectoryStream(base, PREFIX + "*" + SUFFIX)) {
      for (Path lockFile : locks) {
        if (!OWN.contains(lockFile)) {
          sweepOne(lockFile);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Existing files stay.
    }
  }

  private static void sweepOne(Path lockFile) {
    try (FileChannel lock = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
      if (lock.tryLock() != null) {
        String name = Objects.requireNonNull(lockFile.getFileName()).toString();
        Path directory =
            lockFile.resolveSibling(name.substring(0, name.length() - SUFFIX.length()));
        if (Files.isDirectory(directory)) {
          Trees.delete(directory);
        }
        Files.deleteIfExists(lockFile);
      }
    } catch (OverlappingFileLockException | IOException e) {
      // Of another user, or just being made.
    }
  }

  /**
   * Empties it.
   *
   * @return false if something in it can't be removed
   */
  boolean isEmptied() {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
      for (Path file : left) {
        Trees.delete(file);
      }
      return true;
    } catch (IOException | DirectoryIteratorException e) {
      return false;
    }
  }

  /** Removes it; what the program has made so that it can't be removed stays. */
  @Override
  public void close() throws IOException {
    try (lock) {
      Trees.delete(directory);
    } finally {
      Files.deleteIfExists(lockFile);
      OWN.remove(lockFile);
    }
  }
}

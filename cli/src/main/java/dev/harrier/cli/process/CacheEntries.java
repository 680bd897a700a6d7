package dev.harrier.cli.process;

import dev.harrier.base.file.CacheTag;
import dev.harrier.base.file.Trees;
import dev.harrier.explore.recording.RecordingKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is in the cache: directories named by what they hold, with entries that are named by a
 * digest of what they were made from, so that another version of Harrier never takes them for its
 * own. An entry can be made again at any time; {@code stores} alone can't, and is not among them.
 *
 * <p>Only what has such a name is an entry; what else lies in the directory is not Harrier's, and
 * is never touched. Neither is anything in a directory without {@link CacheTag}.
 */
public final class CacheEntries {
  private static final String RELEASES = "releases";

  /** What the names of entries look like, by the directory that they are in. */
  private static final Map<String, Pattern> FORMS =
      Map.of(
          "overlays",
          Pattern.compile(
              "[0-9a-f]{16}-[0-9a-f]{1,8}|known-[0-9a-f]{1,8}|merged-[0-9a-f]{16}\\.json"
                  + "|(known|merged-[0-9a-f]{16}\\.json)\\d+\\.part"),
          "goroots",
          Pattern.compile("go\\d+\\.\\d+[0-9A-Za-z.+_-]*"),
          "ssa-exporter",
          Pattern.compile("[0-9a-f]{20}"),
          "source",
          Pattern.compile("[0-9a-f]{20}"),
          "run",
          Pattern.compile("[0-9a-f]{1,8}"),
          OwnPrograms.FOLDER,
          Pattern.compile("[0-9a-f]{64}"),
          RELEASES,
          Pattern.compile(
              "harrier-[0-9][0-9A-Za-z.]*-[a-z]+-[0-9a-z]+-[0-9a-f]{16}|\\.download-\\d+"));

  /** Locked by each process that uses the cache, and by the one that empties it. */
  private static final String IN_USE = ".in-use";

  private static final String LOOKED = ".looked";

  /** What else a cache has; the last one is at the root of a file system. */
  private static final Set<String> OTHERS =
      Set.of("stores", RecordingKey.FILE, IN_USE, LOOKED, CacheTag.TAG, "lost+found");

  private static final Duration KEPT = Duration.ofDays(30);
  private static final Duration PERIOD = Duration.ofDays(1);

  /** For a release that is being downloaded. */
  private static final Duration DOWNLOAD = Duration.ofHours(1);

  /** The caches that this process uses. Closed files would not be locked. */
  private static final List<FileChannel> USED = new ArrayList<>();

  private final Path directory;
  private final List<Path> entries;

  private CacheEntries(Path directory, List<Path> entries) {
    this.directory = directory;
    this.entries = entries;
  }

  /** Those of a directory; none if it is not a cache of Harrier. */
  public static CacheEntries in(Path directory) throws IOException {
    List<Path> entries = new ArrayList<>();
    if (CacheTag.isOn(directory)) {
      for (Map.Entry<String, Pattern> form : FORMS.entrySet()) {
        Path folder = directory.resolve(form.getKey());
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
          add(folder, form.getValue(), entries);
        }
      }
    }
    return new CacheEntries(directory, List.copyOf(entries));
  }

  /** Whether a directory has something that is not in any cache of Harrier. */
  static boolean areAmongOthers(Path directory) throws IOException {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
      for (Path child : children) {
        String name = String.valueOf(child.getFileName());
        if (!FORMS.containsKey(name) && !OTHERS.contains(name)) {
          return true;
        }
      }
      return false;
    }
  }

  private static void add(Path folder, Pattern form, List<Path> to) throws IOException {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path child : children) {
        if (form.matcher(String.valueOf(child.getFileName())).matches()) {
          to.add(child);
        }
      }
    }
  }

  /** Has no other process empty the cache until this one ends. */
  static synchronized void holdInUse(Path directory) {
    if (!CacheTag.isOn(directory)) {
      return;
    }
    try {
      FileChannel channel = lockFile(directory);
      USED.add(
          channel); // Also one that comes second: closing it would release the first one's lock.
      channel.lock(0, Long.MAX_VALUE, true);
    } catch (OverlappingFileLockException e) {
      // This process holds it already.
    } catch (IOException e) {
      // A cache that can't be written can't be emptied either.
    }
  }

  private static FileChannel lockFile(Path directory) throws IOException {
    return FileChannel.open(
        directory.resolve(IN_USE),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  /** Notes that an entry is in use. */
  public static void use(Path entry) throws IOException {
    Files.setLastModifiedTime(entry, FileTime.from(Instant.now()));
  }

  /** Removes what has not been used for a month; looks once a day. */
  public static void removeOld(Path directory) throws IOException {
    Path looked = directory.resolve(LOOKED);
    if (!CacheTag.isOn(directory)
        || (Files.exists(looked) && !isOlder(looked, Instant.now().minus(PERIOD)))) {
      return;
    }
    Files.writeString(looked, "");
    Instant month = Instant.now().minus(KEPT);
    List<Path> old = new ArrayList<>();
    for (Path entry : in(directory).entries) {
      if (isOlder(entry, month)) {
        old.add(entry);
      }
    }
    List<Path> programs = old.isEmpty() ? List.of() : programs();
    for (Path entry : old) {
      if (!isRun(entry, programs)) {
        Trees.delete(entry);
      }
    }
  }

  private static boolean isOlder(Path file, Instant than) throws IOException {
    try {
      return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(than);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** The executables of all processes, as far as this one may know. */
  private static List<Path> programs() {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().command().stream())
        .map(Path::of)
        .toList();
  }

  private static boolean isRun(Path entry, List<Path> programs) throws IOException {
    try {
      Path real = entry.toRealPath();
      return programs.stream().anyMatch(program -> program.startsWith(real));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Bytes. */
  public long size() throws IOException {
    long size = 0;
    for (Path entry : entries) {
      size += size(entry);
    }
    return size;
  }

  private static long size(Path entry) throws IOException {
    long[] size = new long[1];
    Files.walkFileTree(
        entry,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            size[0] += attributes.isRegularFile() ? attributes.size() : 0;
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return size[0];
  }

  /** Removes the entries that are not in use, and gives the others. */
  public CacheEntries clean() throws IOException {
    if (entries.isEmpty()) {
      return this;
    }
    List<Path> left = new ArrayList<>();
    List<Path> programs = programs();
    Instant hour = Instant.now().minus(DOWNLOAD);
    try (FileChannel channel = lockFile(directory)) {
      boolean alone = channel.tryLock() != null;
      for (Path entry : entries) {
        boolean release = entry.startsWith(directory.resolve(RELEASES));
        boolean used = isRun(entry, programs) || (release ? isDownloaded(entry, hour) : !alone);
        if (used) {
          left.add(entry);
        } else {
          Trees.delete(entry);
        }
      }
    }
    Files.deleteIfExists(directory.resolve(LOOKED));
    return new CacheEntries(directory, left);
  }

  private static boolean isDownloaded(Path entry, Instant hour) throws IOException {
    return String.valueOf(entry.getFileName()).startsWith(".") && !isOlder(entry, hour);
  }
}

package dev.harrier.explore.worker;

import dev.harrier.model.file.Trees;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where a program puts temporary files. A test that is deadlocked is ended before it removes its
 * own, and an exploration ends thousands; so each worker has a directory for them, which is empty
 * when an execution begins. Its path is short, because sockets are made below it.
 */
final class TemporaryFiles implements AutoCloseable {
  private static final String VARIABLE = "TMPDIR";
  private static final int NAMES = 36 * 36 * 36 * 36 * 36;
  private static final int RADIX = 36;

  private final Map<Path, Path> places = new HashMap<>();
  private final List<Path> undeletable = new ArrayList<>();

  /**
   * Makes room for an execution.
   *
   * @param environment of the program; is given the directory, unless none can be made: what the
   *     program makes of that is not this one's concern
   */
  void prepare(Map<String, String> environment) {
    String given = environment.getOrDefault(VARIABLE, "");
    Path base = Path.of(given.isEmpty() ? "/tmp" : given);
    if (!base.isAbsolute()) {
      return; // It means another place to each program.
    }
    Path place = places.get(base);
    try {
      if (place == null || !isEmptied(place)) {
        place = make(base);
        places.put(base, place);
      }
      environment.put(VARIABLE, place.toString());
    } catch (IOException e) {
      // The disk is full, or there is no such directory.
    }
  }

  private boolean isEmptied(Path place) {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(place)) {
      for (Path file : left) {
        Trees.delete(file);
      }
      return true;
    } catch (IOException | DirectoryIteratorException e) {
      undeletable.add(place);
      return false;
    }
  }

  private static Path make(Path base) throws IOException {
    while (true) {
      String name = "harrier" + Integer.toString(ThreadLocalRandom.current().nextInt(NAMES), RADIX);
      try {
        return Files.createDirectory(
            base.resolve(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException e) {
        // Another one's.
      }
    }
  }

  /** What the program has made so that it can't be removed stays. */
  @Override
  public void close() {
    undeletable.addAll(places.values());
    for (Path place : undeletable) {
      try {
        Trees.delete(place);
      } catch (IOException e) {
        // The others can be.
      }
    }
  }
}

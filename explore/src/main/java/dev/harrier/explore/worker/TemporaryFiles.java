package dev.harrier.explore.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a program puts temporary files. A test that is deadlocked is ended before it removes its
 * own, and an exploration ends thousands; so each worker has a directory for them, which is empty
 * when an execution begins. Its path is short, because sockets are made below it.
 */
final class TemporaryFiles implements AutoCloseable {
  private static final String VARIABLE = "TMPDIR";

  private final Map<Path, TemporaryDirectory> places = new HashMap<>();
  private final List<TemporaryDirectory> undeletable = new ArrayList<>();

  /**
   * Makes room for an execution.
   *
   * @param own environment of the program
   * @param environment of the execution; is given the directory, unless none can be made: what the
   *     program makes of that is not this one's concern
   */
  void prepare(Map<String, String> own, Map<String, String> environment) {
    String given = own.getOrDefault(VARIABLE, "");
    Path base = Path.of(given.isEmpty() ? "/tmp" : given);
    if (!base.isAbsolute()) {
      return; // It means another place to each program.
    }
    TemporaryDirectory place = places.get(base);
    if (place != null && !place.isEmptied()) {
      undeletable.add(place);
      place = null;
    }
    try {
      if (place == null) {
        place = TemporaryDirectory.in(base);
        places.put(base, place);
      }
      environment.put(VARIABLE, place.directory().toString());
    } catch (IOException e) {
      // The disk is full, or there is no such directory.
    }
  }

  @Override
  public void close() {
    undeletable.addAll(places.values());
    for (TemporaryDirectory place : undeletable) {
      try {
        place.close();
      } catch (IOException e) {
        // The others can be.
      }
    }
  }
}

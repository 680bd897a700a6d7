package dev.harrier.binary.run;

import dev.harrier.binary.log.LogDrain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The logs of all processes of a run. If they can't be kept, because the disk is full, the programs
 * continue: the failure is reported when they have ended.
 */
final class LogDrains implements AutoCloseable {
  private static final String LOGS = "*.hlog";

  private final Path raw;
  private final Path kept;
  private final Map<Path, LogDrain> drains = new LinkedHashMap<>();
  private Optional<IOException> failure = Optional.empty();

  /**
   * @param raw where the programs write
   * @param kept where the whole logs go; the same directory if nothing is to be drained
   */
  LogDrains(Path raw, Path kept) {
    this.raw = raw;
    this.kept = kept;
  }

  /** Takes the records that are ready now; returns how many. */
  int drain() {
    if (failure.isPresent()) {
      return 0;
    }
    try {
      openNew();
      int taken = 0;
      for (LogDrain drain : drains.values()) {
        taken += drain.drain();
      }
      return taken;
    } catch (IOException e) {
      failure = Optional.of(e);
      drains.values().forEach(LogDrain::release);
      return 0;
    }
  }

  /** The program has ended: completes the logs and removes the raw ones. */
  void finish() throws IOException {
    drain();
    if (failure.isPresent()) {
      throw failure.get();
    }
    for (Map.Entry<Path, LogDrain> entry : drains.entrySet()) {
      entry.getValue().finish();
      Files.delete(entry.getKey());
    }
    if (isEmpty(raw)) {
      Files.delete(raw);
    }
  }

  /** Where the logs are, in the order of their beginnings. */
  List<Path> logs() throws IOException {
    if (!drains.isEmpty()) {
      return drains.keySet().stream().map(this::keptAs).toList();
    }
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(kept, LOGS)) {
      files.forEach(found::add);
    }
    found.sort(Comparator.comparing(LogDrains::born));
    return List.copyOf(found);
  }

  private static FileTime born(Path file) {
    try {
      return (FileTime) Files.getAttribute(file, "creationTime");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void openNew() throws IOException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(raw, LOGS)) {
      for (Path log : found) {
        if (!drains.containsKey(log) && LogDrain.isReady(log)) {
          drains.put(log, LogDrain.open(log, keptAs(log)));
        }
      }
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
      return !found.iterator().hasNext();
    }
  }

  private Path keptAs(Path log) {
    return kept.resolve(String.valueOf(log.getFileName()));
  }

  @Override
  public void close() throws IOException {
    for (LogDrain drain : drains.values()) {
      drain.release();
      drain.close();
    }
  }
}

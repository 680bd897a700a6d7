package dev.harrier.ide.lsp;

import dev.harrier.report.QuotableFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The lines of files: as the editor has them, else as they are on disk. */
final class Documents {
  private final Map<Path, List<String>> open = new ConcurrentHashMap<>();
  private final Map<Path, Kept> kept = new ConcurrentHashMap<>();

  /** What was read of a file, and when it was as it was; the time is empty if it was not there. */
  private record Kept(Optional<FileTime> modified, long size, List<String> lines) {}

  /** The file that a URI names; empty if it is none of this machine. */
  static Optional<Path> file(String uri) {
    try {
      return uri.startsWith("file:")
          ? Optional.of(Path.of(URI.create(uri)).normalize())
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static String uri(Path file) {
    return file.toUri().toString();
  }

  void changed(Path file, String text) {
    open.put(file, text.lines().toList());
  }

  void closed(Path file) {
    open.remove(file);
  }

  /** Its lines; none if it is gone. */
  List<String> lines(Path file) {
    List<String> own = open.get(file);
    return own == null ? kept.computeIfAbsent(file, Documents::read).lines() : own;
  }

  /** Forgets what has changed on disk since it was read; true if something has. */
  boolean forgetChanged() {
    return kept.entrySet().removeIf(e -> !isAsItWas(e.getKey(), e.getValue()));
  }

  private static Kept read(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Kept(
          Optional.of(attributes.lastModifiedTime()), attributes.size(), QuotableFiles.read(file));
    } catch (IOException e) {
      return new Kept(Optional.empty(), 0, List.of());
    }
  }

  private static boolean isAsItWas(Path file, Kept before) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return before.modified().equals(Optional.of(now.lastModifiedTime()))
          && before.size() == now.size();
    } catch (IOException e) {
      return before.modified().isEmpty();
    }
  }
}

package dev.harrier.report.text;

import dev.harrier.model.finding.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Quotes source lines of files that have not changed since the run. */
public record Excerpt(Instant runStarted) {
  /** The line that {@code location} names, without its indentation; empty if it can't be had. */
  Optional<String> line(Location location) {
    List<String> lines = around(location.file(), location.line(), 0);
    return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).findFirst();
  }

  /**
   * The line with at most so many before and after it; empty if it can't be had. The first is line
   * {@code max(1, line - more)}.
   */
  public List<String> around(String file, int line, int more) {
    if (file.isEmpty() || line < 1) {
      return List.of();
    }
    Path path = Path.of(file);
    try {
      if (Files.getLastModifiedTime(path).toInstant().isAfter(runStarted)) {
        return List.of();
      }
      int first = Math.max(1, line - more);
      // Malformed UTF-8 elsewhere in the file must not hide the line.
      try (Stream<String> lines =
          new String(Files.readAllBytes(path), StandardCharsets.UTF_8).lines()) {
        return lines.skip(first - 1L).limit(line + more - first + 1L).toList();
      }
    } catch (IOException e) {
      return List.of();
    }
  }
}

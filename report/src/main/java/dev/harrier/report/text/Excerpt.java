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
record Excerpt(Instant runStarted) {
  /** The line that {@code location} names, without its indentation; empty if it can't be had. */
  Optional<String> line(Location location) {
    if (location.file().isEmpty() || location.line() < 1) {
      return Optional.empty();
    }
    Path file = Path.of(location.file());
    try {
      if (Files.getLastModifiedTime(file).toInstant().isAfter(runStarted)) {
        return Optional.empty();
      }
      // Malformed UTF-8 elsewhere in the file must not hide the line.
      try (Stream<String> lines =
          new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines()) {
        List<String> rest = lines.skip(location.line() - 1L).limit(1).toList();
        return rest.stream().map(String::strip).filter(line -> !line.isEmpty()).findFirst();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

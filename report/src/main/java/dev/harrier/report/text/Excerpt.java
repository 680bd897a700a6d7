package dev.harrier.report.text;

import dev.harrier.model.finding.Location;
import dev.harrier.report.QuotableFiles;
import dev.harrier.report.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Quotes source lines of files that have not changed since the run. */
public record Excerpt(QuotableFiles files, Instant runStarted) {
  /** Of a run. */
  public static Excerpt of(RunRecord run) {
    return new Excerpt(QuotableFiles.of(run), run.started());
  }

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
    if (line < 1) {
      return List.of();
    }
    int first = Math.max(1, line - more);
    return files.unchanged(file, runStarted).stream()
        .skip(first - 1L)
        .limit(line + more - first + 1L)
        .toList();
  }
}

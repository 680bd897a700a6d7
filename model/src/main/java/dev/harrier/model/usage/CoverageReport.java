package dev.harrier.model.usage;

import java.util.List;

/**
 * How many requirements of concurrency coverage the runs of a program met.
 *
 * @param nodes kinds of goroutines that were distinguished
 * @param uncovered by file and line
 */
public record CoverageReport(int covered, int total, int nodes, List<Uncovered> uncovered) {
  public CoverageReport {
    uncovered = List.copyOf(uncovered);
  }

  /** From 0 to 100; 100 if nothing is required. */
  public double percentage() {
    return total == 0 ? 100 : 100.0 * covered / total;
  }
}

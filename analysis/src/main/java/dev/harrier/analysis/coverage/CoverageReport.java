package dev.harrier.analysis.coverage;

import java.util.List;

/**
 * How far testing got.
 *
 * @param nodes of the global goroutine tree
 * @param gaps what was never seen, by file and line
 */
public record CoverageReport(int covered, int total, int nodes, List<Gap> gaps) {
  public CoverageReport {
    gaps = List.copyOf(gaps);
  }

  /** From 0 to 100; 100 if nothing is required. */
  public double percentage() {
    return total == 0 ? 100 : 100.0 * covered / total;
  }
}

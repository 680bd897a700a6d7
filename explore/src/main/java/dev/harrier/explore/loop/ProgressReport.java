package dev.harrier.explore.loop;

import dev.harrier.model.explored.ProgressFigure;
import java.time.Duration;
import java.util.List;

/**
 * How far an exploration is.
 *
 * @param elapsed since the first execution
 * @param findings proved ones
 * @param status of its guide
 */
public record ProgressReport(
    Duration elapsed,
    long executions,
    int findings,
    int openTargets,
    List<ProgressFigure> status,
    String current) {
  public ProgressReport {
    status = List.copyOf(status);
  }

  /** Executions a second. */
  public double rate() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds == 0 ? 0 : executions / seconds;
  }
}

package dev.harrier.report;

import dev.harrier.model.explored.ProgressFigure;
import java.util.List;

/**
 * How far a run is that still continues.
 *
 * @param millis since its first execution
 * @param executions that have ended
 * @param openTargets tests or programs that are still explored
 * @param status what else is known of it, such as its coverage
 * @param current the test or program that was begun last
 */
public record RunProgress(
    long millis, long executions, int openTargets, List<ProgressFigure> status, String current) {
  public RunProgress {
    status = List.copyOf(status);
  }

  /** Executions a second; 0 before the first. */
  public double rate() {
    return millis == 0 ? 0 : executions * 1e3 / millis;
  }
}

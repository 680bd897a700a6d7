package dev.harrier.explore.campaign;

import java.time.Duration;

/**
 * How far a campaign is.
 *
 * @param elapsed since the first execution
 * @param findings proved ones
 */
public record Progress(
    Duration elapsed, long executions, int findings, int openTargets, String current) {
  /** Executions a second. */
  public double rate() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds == 0 ? 0 : executions / seconds;
  }
}

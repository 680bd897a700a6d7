package dev.harrier.explore.observe;

/**
 * How much of an execution was up to its schedule.
 *
 * @param concurrent whether there was anything in the test that a schedule could change: a
 *     goroutine that runs no test itself, or two tests at the same time
 * @param interleaving a digest of the order of its operations; 0 if it was not controlled
 * @param points how many scheduling points its tests reached; 0 if it was not controlled
 */
public record Activity(boolean concurrent, long interleaving, long points) {
  static final Activity NONE = new Activity(true, 0, 0);
}

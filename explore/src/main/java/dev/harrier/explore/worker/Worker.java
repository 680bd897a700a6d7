package dev.harrier.explore.worker;

/** Does executions, one at a time. Not for use by several threads. */
public interface Worker extends AutoCloseable {
  /**
   * Runs one job to its end.
   *
   * @throws WorkerException if it could not be run, or its trace could not be kept: Harrier's
   *     failure, not the program's
   */
  Result run(Job job) throws WorkerException;

  @Override
  void close();
}

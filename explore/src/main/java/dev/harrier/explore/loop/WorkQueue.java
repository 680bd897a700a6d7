package dev.harrier.explore.loop;

import dev.harrier.explore.replay.Replay;
import java.util.Optional;

/**
 * Gives out the work of an exploration and takes the results: the store of one machine ({@link
 * LocalWorkQueue}), or a server that several machines share. An exploration calls {@link #next} and
 * the answers from one thread, the {@linkplain #memory memory} under its exploration's lock.
 */
public interface WorkQueue extends AutoCloseable {
  /**
   * The next item; waits while other workers do what is left. Empty when nothing is left, the time
   * is over or all workers are to stop.
   *
   * @throws WorkQueueException with a message for the user
   */
  Optional<WorkItem> next() throws WorkQueueException, InterruptedException;

  /**
   * Takes the result of an item that was explored, as a whole or until the exploration was stopped.
   * It counts once, also if another worker had the same item.
   */
  void explored(WorkItem.Explore item, Outcome outcome) throws WorkQueueException;

  /** Takes the replays of a finding of another worker. */
  void confirmed(WorkItem.Confirm item, Replay.Outcome outcome) throws WorkQueueException;

  /** What earlier explorations of these targets left, and what this one leaves. */
  Memory memory();

  /** Leaves an item that has no result yet to other workers. */
  @Override
  void close();
}

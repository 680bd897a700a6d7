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
   * What to do next; waits while others do what is left. Empty when nothing is left, the time is
   * over or everybody is to stop.
   *
   * @throws WorkQueueException with a message for the user
   */
  Optional<WorkItem> next() throws WorkQueueException, InterruptedException;

  /**
   * A turn was taken, or cut short, and this came of it. It counts once, whichever other worker
   * took it.
   */
  void explored(WorkItem.Explore turn, Outcome outcome) throws WorkQueueException;

  /** A finding of another worker was replayed. */
  void confirmed(WorkItem.Confirm turn, Replay.Outcome outcome) throws WorkQueueException;

  /** What explorations of these targets know, and keep. */
  Memory memory();

  /** A turn that was not answered is left to others. */
  @Override
  void close();
}

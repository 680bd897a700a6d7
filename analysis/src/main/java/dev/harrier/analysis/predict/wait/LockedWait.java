package dev.harrier.analysis.predict.wait;

import dev.harrier.analysis.predict.lock.Acquisition;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.StackId;

/**
 * A goroutine waits, with a lock held, for an operation of another one that takes the lock on its
 * way there.
 *
 * @param held the lock, and where the waiting goroutine took it
 * @param taken where the other one took it, in time in this run
 * @param doneAt where the operation is that would end the wait
 */
public record LockedWait(
    Waiting waiting, Acquisition held, GoroutineId partner, Acquisition taken, StackId doneAt) {

  /** What is waited for. */
  public enum Kind {
    /** A receive: for a send or a close. */
    RECEIVE,
    /** A send on a channel without a buffer, or with a full one: for a receive. */
    SEND,
    /** {@code WaitGroup.Wait}: for a Done. */
    WAIT
  }

  /**
   * The wait.
   *
   * @param order of its end in this run
   * @param turn how many operations of the kind that is waited for do not end the wait: a receive
   *     waits for the send of its own number, a send for the receive that makes room for it
   */
  public record Waiting(
      ObjectId object, Kind kind, GoroutineId goroutine, long order, StackId stack, long turn) {}
}

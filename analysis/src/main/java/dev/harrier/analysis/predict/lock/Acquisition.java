package dev.harrier.analysis.predict.lock;

import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.StackId;

/**
 * A lock that a goroutine holds.
 *
 * @param order of the event that took it
 * @param unshared whether no other goroutine had taken it before its holder asked for the next lock
 */
public record Acquisition(
    ObjectId lock, LockMode mode, long order, StackId stack, boolean unshared) {
  /** Whether a lock that is wanted in mode {@code wanted} excludes one held in {@code had}. */
  public static boolean conflict(LockMode wanted, LockMode had) {
    return wanted == LockMode.WRITE || had == LockMode.WRITE;
  }
}

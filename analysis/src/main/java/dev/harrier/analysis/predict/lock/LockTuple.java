package dev.harrier.analysis.predict.lock;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.StackId;
import java.util.List;

/**
 * A goroutine asked for a lock while it held others (BINGO, section 3.3.1: ⟨g, m, o, L⟩).
 *
 * @param held L, oldest first; empty only for a writer of a read-write mutex, which stands in the
 *     way of readers while it waits
 * @param order of the event that took the lock, or that blocked for good
 * @param unshared whether no other goroutine had taken the lock before
 */
public record LockTuple(
    GoroutineId goroutine,
    ObjectId lock,
    LockMode mode,
    List<Acquisition> held,
    long order,
    StackId stack,
    boolean unshared) {
  public LockTuple {
    held = List.copyOf(held);
  }

  /** When the goroutine took the first of the locks that it held: its way to the request began. */
  public long begin() {
    return held.isEmpty() ? order : held.getFirst().order();
  }

  /** The hold, if it has one, that {@code waiter} would wait for. */
  public boolean blocks(LockTuple waiter) {
    for (Acquisition hold : held) {
      if (hold.lock().equals(waiter.lock) && Acquisition.conflict(waiter.mode, hold.mode())) {
        return true;
      }
    }
    return false;
  }

  /** Whether {@code reader} would wait because this writer waits for the same lock already. */
  boolean isAheadOf(LockTuple reader) {
    return lock.equals(reader.lock) && mode == LockMode.WRITE && reader.mode == LockMode.READ;
  }

  /** Whether it holds the lock in a mode that keeps readers out. */
  boolean blocksReaders(ObjectId wanted) {
    return held.stream().anyMatch(h -> h.lock().equals(wanted) && h.mode() == LockMode.WRITE);
  }

  /**
   * Whether no other goroutine had taken one of its locks before: it may not have been published
   * yet.
   */
  public boolean isBeforePublication() {
    return unshared || held.stream().anyMatch(Acquisition::unshared);
  }
}

package dev.harrier.analysis.predict.lock;

import dev.harrier.model.trace.LockMode;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.List;

/** The locks that the tuples of a path hold, and how many of them hold each. */
final class HeldOnPath {
  private final Long2IntOpenHashMap holders = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap writers = new Long2IntOpenHashMap();

  void add(List<HeldLock> holds) {
    count(holds, 1);
  }

  void remove(List<HeldLock> holds) {
    count(holds, -1);
  }

  /** Whether somebody on the path holds one of these locks in a mode that excludes the other. */
  boolean keepsOut(List<HeldLock> holds) {
    for (HeldLock hold : holds) {
      Long2IntOpenHashMap rivals = hold.mode() == LockMode.WRITE ? holders : writers;
      if (rivals.get(hold.lock().value()) > 0) {
        return true;
      }
    }
    return false;
  }

  private void count(List<HeldLock> holds, int by) {
    for (HeldLock hold : holds) {
      holders.addTo(hold.lock().value(), by);
      if (hold.mode() == LockMode.WRITE) {
        writers.addTo(hold.lock().value(), by);
      }
    }
  }
}

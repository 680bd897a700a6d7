package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

/**
 * How locks are let go of: by the goroutine that took them, by another, or because no goroutine can
 * reach them or know of them any more.
 */
final class Locks {
  /**
   * How many records a blocked goroutine writes until it has given a lock back and blocks again.
   */
  private static final int LOST_BY_BLOCKED = 3;

  private final Objects objects;
  private final Goroutines goroutines;

  /** The places where locks were taken that another goroutine gave back. */
  private final IntOpenHashSet handedOffAt = new IntOpenHashSet();

  Locks(Objects objects, Goroutines goroutines) {
    this.objects = objects;
    this.goroutines = goroutines;
  }

  void release(Event.Release event, LockState lock) {
    Event.Acquire hold = lock.release(event.goroutine(), event.mode());
    if (hold != null) {
      letGo(hold);
      if (!hold.goroutine().equals(event.goroutine())) {
        handedOffAt.add(hold.stack().value());
      }
    }
  }

  private void letGo(Event.Acquire hold) {
    GoroutineState holder = goroutines.known(hold.goroutine());
    if (holder != null) {
      holder.letGo(hold);
    }
  }

  /** No goroutine holds what no goroutine can reach. */
  void collected(Event.Collected event) {
    if (objects.get(event.lock()) instanceof LockState lock) {
      for (Event.Acquire hold : lock.holders()) {
        lock.forget(hold);
        letGo(hold);
      }
    }
  }

  /**
   * What was held may have been given back. A goroutine that was blocked had to be woken, to give
   * back and to block again for that.
   */
  void lost(Event.Lost event) {
    objects.gap();
    for (GoroutineState holder : goroutines.all()) {
      if (event.missing() >= LOST_BY_BLOCKED || !holder.isBlocked()) {
        abandon(holder);
      }
    }
  }

  /** What a goroutine holds is not known any more. */
  void abandon(GoroutineState holder) {
    for (Event.Acquire hold : holder.holds()) {
      holder.letGo(hold);
      if (objects.get(hold.lock()) instanceof LockState lock) {
        lock.forget(hold);
      }
    }
  }

  boolean isHandedOff(Event.Acquire hold) {
    return handedOffAt.contains(hold.stack().value())
        || (objects.get(hold.lock()) instanceof LockState lock && lock.wasHandedOff());
  }
}

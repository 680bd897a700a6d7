package dev.harrier.explore.step;

import dev.harrier.analysis.state.LockHolds;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which locks are held, for code that reads a trace event by event and needs nothing else of it. A
 * goroutine that exits with a lock still holds it.
 */
final class LockTable {
  private final Map<ObjectId, LockHolds> byLock = new HashMap<>();
  private final Map<GoroutineId, List<Event.Acquire>> byGoroutine = new HashMap<>();

  /** A lock is taken. */
  public void acquire(Event.Acquire event) {
    byLock.computeIfAbsent(event.lock(), _ -> new LockHolds()).acquire(event);
    byGoroutine.computeIfAbsent(event.goroutine(), _ -> new ArrayList<>(2)).add(event);
  }

  /** A lock is given back: the hold that ends, if the trace has it. */
  public Optional<Event.Acquire> release(Event.Release event) {
    LockHolds lock = byLock.get(event.lock());
    if (lock == null) {
      return Optional.empty();
    }
    Event.Acquire hold = lock.release(event.goroutine(), event.mode());
    if (lock.isFree()) {
      byLock.remove(event.lock());
    }
    if (hold != null) {
      forget(hold);
    }
    return Optional.ofNullable(hold);
  }

  private void forget(Event.Acquire hold) {
    List<Event.Acquire> own = byGoroutine.getOrDefault(hold.goroutine(), List.of());
    for (int i = own.size() - 1; i >= 0; i--) {
      if (own.get(i).order() == hold.order()) {
        own.remove(i);
      }
    }
    if (own.isEmpty()) {
      byGoroutine.remove(hold.goroutine());
    }
  }

  /** The acquires of a lock that were not given back, oldest first. */
  public List<Event.Acquire> holdersOf(ObjectId lock) {
    LockHolds holds = byLock.get(lock);
    return holds == null ? List.of() : holds.all();
  }

  /** The acquires of a goroutine that were not given back, oldest first; changes with the table. */
  public List<Event.Acquire> heldBy(GoroutineId goroutine) {
    return Collections.unmodifiableList(byGoroutine.getOrDefault(goroutine, List.of()));
  }

  /** Whether a goroutine holds any lock. */
  public boolean holdsAny(GoroutineId goroutine) {
    return byGoroutine.containsKey(goroutine);
  }
}

package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The goroutines that hold one lock, as its acquires and releases say. Go lets any goroutine
 * unlock, so a release ends its own goroutine's latest hold of the same mode or, failing that, the
 * latest of any goroutine's.
 */
public final class LockHolds {
  private final ArrayList<Event.Acquire> holds = new ArrayList<>(1);

  /** It is taken. */
  public void acquire(Event.Acquire event) {
    holds.add(event);
  }

  /** Takes out the hold that a release ends; null if the trace does not have it. */
  public Event.@Nullable Acquire release(GoroutineId by, LockMode mode) {
    int found = -1;
    for (int i = holds.size() - 1; i >= 0; i--) {
      Event.Acquire hold = holds.get(i);
      if (hold.mode() == mode) {
        if (hold.goroutine().value() == by.value()) {
          return holds.remove(i);
        }
        if (found < 0) {
          found = i;
        }
      }
    }
    return found < 0 ? null : holds.remove(found);
  }

  /** It is not known whether it was given back. */
  public void forget(Event.Acquire hold) {
    holds.removeIf(h -> h.order() == hold.order());
  }

  /** Whether a goroutine holds it in this mode. */
  public boolean isHeld(GoroutineId by, LockMode mode) {
    for (Event.Acquire hold : holds) {
      if (hold.mode() == mode && hold.goroutine().value() == by.value()) {
        return true;
      }
    }
    return false;
  }

  /** Whether no goroutine holds it. */
  public boolean isFree() {
    return holds.isEmpty();
  }

  /** The acquires that were not given back, oldest first. */
  public List<Event.Acquire> all() {
    return List.copyOf(holds);
  }
}

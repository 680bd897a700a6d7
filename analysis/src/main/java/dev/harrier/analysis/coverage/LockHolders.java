package dev.harrier.analysis.coverage;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who holds which lock, and where it was taken. */
final class LockHolders {
  private final Map<ObjectId, List<Event.Acquire>> held = new HashMap<>();

  void acquire(Event.Acquire event) {
    held.computeIfAbsent(event.lock(), _ -> new ArrayList<>(1)).add(event);
  }

  /** Another goroutine than the holder may unlock. */
  void release(Event.Release event) {
    List<Event.Acquire> holds = held.get(event.lock());
    if (holds == null) {
      return;
    }
    int own = latest(holds, event.mode(), event.goroutine());
    int any = own >= 0 ? own : latest(holds, event.mode(), GoroutineId.NONE);
    if (any >= 0) {
      holds.remove(any);
    }
    if (holds.isEmpty()) {
      held.remove(event.lock());
    }
  }

  private static int latest(List<Event.Acquire> holds, LockMode mode, GoroutineId holder) {
    for (int i = holds.size() - 1; i >= 0; i--) {
      Event.Acquire hold = holds.get(i);
      boolean wanted = holder.equals(GoroutineId.NONE) || hold.goroutine().equals(holder);
      if (hold.mode() == mode && wanted) {
        return i;
      }
    }
    return -1;
  }

  /** Those who hold the lock now. */
  List<Event.Acquire> of(ObjectId lock) {
    return held.getOrDefault(lock, List.of());
  }
}

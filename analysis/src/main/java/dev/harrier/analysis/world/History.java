package dev.harrier.analysis.world;

import dev.harrier.model.trace.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * The last {@value #SIZE} events of a goroutine or of an object. A superclass and not a part,
 * because every event is written to two histories and each step to another object is a miss in the
 * cache.
 */
abstract class History {
  private static final int SIZE = 8;
  private static final int SMALL = 2;

  private final PackedEvents ring = new PackedEvents(SMALL);
  private int next;

  final void remember(Event event) {
    if (next == ring.slots() && next < SIZE) {
      ring.grow(2 * next);
    }
    ring.put(next & (SIZE - 1), event);
    next++;
  }

  /** Oldest first. */
  public final List<Event> recent() {
    List<Event> events = new ArrayList<>(SIZE);
    for (int i = Math.max(0, next - SIZE); i < next; i++) {
      events.add(ring.get(i & (SIZE - 1)));
    }
    return events;
  }
}

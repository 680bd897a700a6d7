package dev.harrier.analysis.world;

import dev.harrier.model.trace.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last {@value #SIZE} events of a goroutine or of an object. A superclass and not a part,
 * because every event is written to two histories and each step to another object is a miss in the
 * cache.
 */
abstract class History {
  private static final int SIZE = 8;

  private final @Nullable Event[] ring = new @Nullable Event[SIZE];
  private int next;

  final void remember(Event event) {
    ring[next & (SIZE - 1)] = event;
    next++;
  }

  /** Oldest first. */
  public final List<Event> recent() {
    List<Event> events = new ArrayList<>(SIZE);
    for (int i = Math.max(0, next - SIZE); i < next; i++) {
      Event event = ring[i & (SIZE - 1)];
      if (event != null) {
        events.add(event);
      }
    }
    return events;
  }
}

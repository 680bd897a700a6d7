package dev.harrier.analysis.world;

import dev.harrier.model.trace.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last {@value #SIZE} events of a goroutine or of an object. */
public final class Recent {
  private static final int SIZE = 8;

  private final @Nullable Event[] ring = new @Nullable Event[SIZE];
  private int next;

  void add(Event event) {
    ring[next & (SIZE - 1)] = event;
    next++;
  }

  /** Oldest first. */
  public List<Event> events() {
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

package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import java.util.ArrayList;
import java.util.List;

/** The last {@value #SIZE} events of a goroutine or of an object. */
abstract class History extends PackedEvents {
  private static final int SIZE = 8;
  private static final int SMALL = 2;

  private int next;

  History() {
    super(SMALL);
  }

  final void remember(Event event) {
    if (next == slots() && next < SIZE) {
      grow(2 * next);
    }
    put(next & (SIZE - 1), event);
    next++;
  }

  /** Oldest first. */
  public final List<Event> recent() {
    List<Event> events = new ArrayList<>(SIZE);
    for (int i = Math.max(0, next - SIZE); i < next; i++) {
      events.add(get(i & (SIZE - 1)));
    }
    return events;
  }
}

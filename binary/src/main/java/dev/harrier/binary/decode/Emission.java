package dev.harrier.binary.decode;

import dev.harrier.model.trace.Event;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hands events on in order, though some become known late: whether a channel operation succeeded is
 * known from its return, its place in the order from a record inside the channel's lock.
 */
final class Emission {
  /** A place in the order. */
  static final class Place {
    private List<Event> events = List.of();
    private boolean open;

    private Place(boolean open) {
      this.open = open;
    }
  }

  private final Consumer<? super Event> sink;
  private final Deque<Place> waiting = new ArrayDeque<>();

  Emission(Consumer<? super Event> sink) {
    this.sink = sink;
  }

  void emit(Event event) {
    if (waiting.isEmpty()) {
      sink.accept(event);
      return;
    }
    Place place = new Place(false);
    place.events = List.of(event);
    waiting.add(place);
  }

  /** Keeps a place; all later events wait until it is filled. */
  Place reserve() {
    Place place = new Place(true);
    waiting.add(place);
    return place;
  }

  /** Says what happened at a place: nothing, or some events. A second time changes nothing. */
  void fill(Place place, Event... events) {
    if (!place.open) {
      return;
    }
    place.events = List.of(events);
    place.open = false;
    while (!waiting.isEmpty() && !waiting.getFirst().open) {
      waiting.removeFirst().events.forEach(sink);
    }
  }

  /** Fills all places that are still open with nothing. */
  void close() {
    List.copyOf(waiting).forEach(place -> fill(place));
  }
}

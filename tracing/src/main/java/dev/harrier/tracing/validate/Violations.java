package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects violations; a broken trace breaks everything, so it keeps the first ones only. */
final class Violations {
  private static final int KEPT = 1000;

  private final List<Violation> found = new ArrayList<>();
  private final Map<GoroutineId, Violation> unlessPanic = new HashMap<>();

  void add(Invariant invariant, Event event, String message) {
    add(new Violation(invariant, event.order(), event.goroutine() + " " + message));
  }

  /** A violation, unless the goroutine's next event is a panic: then the program was wrong. */
  void addUnlessPanic(Invariant invariant, Event event, String message) {
    unlessPanic.putIfAbsent(
        event.goroutine(),
        new Violation(invariant, event.order(), event.goroutine() + " " + message));
  }

  /** To be called with every event, before it is checked. */
  void next(Event event) {
    if (!unlessPanic.isEmpty()) {
      Violation pending = unlessPanic.remove(event.goroutine());
      if (pending != null && !(event instanceof Event.Panic)) {
        add(pending);
      }
    }
  }

  List<Violation> list() {
    return List.copyOf(found);
  }

  private void add(Violation violation) {
    if (found.size() < KEPT) {
      found.add(violation);
    }
  }
}

package dev.harrier.analysis.misuse;

import dev.harrier.analysis.world.World;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the object that a panic is about among the last operations of its goroutine. */
final class LastObject {
  private LastObject() {}

  /** The object of the latest operation before the panic for which {@code of} names one. */
  static Optional<ObjectId> before(
      Event.Panic panic, World world, Function<Event, Optional<ObjectId>> of) {
    return world
        .live(panic.goroutine())
        .flatMap(goroutine -> {
          List<Event> events = goroutine.recent().events();
          for (Event event : events.reversed()) {
            if (event.order() < panic.order()) {
              Optional<ObjectId> object = of.apply(event);
              if (object.isPresent()) {
                return object;
              }
            }
          }
          return Optional.empty();
        });
  }
}

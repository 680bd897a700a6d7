package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import java.util.List;

/**
 * A panic with what its goroutine had done just before: deferred functions do more before the
 * process ends.
 *
 * @param before oldest first
 */
public record PanicMoment(Event.Panic panic, List<Event> before) {
  public PanicMoment {
    before = List.copyOf(before);
  }
}

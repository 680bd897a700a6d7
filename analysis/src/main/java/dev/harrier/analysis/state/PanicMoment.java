package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Trace;
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

  /** Who raised it, by its stack in {@code trace}. */
  public PanicOrigin origin(Trace trace) {
    return PanicOrigin.of(trace.stack(panic.stack()));
  }
}

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

  /** Whether it is not the program's own, and has this in its text. */
  public boolean says(String words, Trace trace) {
    return origin(trace) != PanicOrigin.PROGRAM && panic.message().contains(words);
  }

  /** The code that raised it, by its stack in {@code trace}. */
  public PanicOrigin origin(Trace trace) {
    PanicOrigin origin = PanicOrigin.of(trace.stack(panic.stack()));
    return origin == PanicOrigin.PROGRAM && !trace.showsWhoPanics() ? PanicOrigin.UNKNOWN : origin;
  }
}

package dev.harrier.analysis.engine;

import dev.harrier.analysis.world.GoroutineState;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import java.util.List;
import java.util.Optional;

/** Finds the panic that began it when a process crashes. */
final class Panics {
  private Panics() {}

  /**
   * The goroutine's last panic, or the earlier one that it repeats. Whoever recovers a panic and
   * panics again (the testing package does) stands on top of the stack of the first panic, so the
   * first one's frames are the end of the later one's stack. Fatal errors were told when they
   * happened.
   */
  static Optional<Event.Panic> cause(GoroutineState goroutine, Trace trace) {
    List<Event.Panic> panics = goroutine.panics();
    if (panics.isEmpty() || panics.getLast().fatal()) {
      return Optional.empty();
    }
    Event.Panic cause = panics.getLast();
    List<Site> below = trace.stack(cause.stack()).frames();
    for (Event.Panic earlier : panics) {
      if (endsWith(below, trace.stack(earlier.stack()).frames())) {
        return Optional.of(earlier);
      }
    }
    return Optional.of(cause);
  }

  private static boolean endsWith(List<Site> frames, List<Site> end) {
    int from = frames.size() - end.size();
    return !end.isEmpty() && from >= 0 && frames.subList(from, frames.size()).equals(end);
  }
}

package dev.harrier.analysis.engine;

import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Trace;
import java.util.List;

/**
 * Finds the panic that began it when a process crashes.
 *
 * <p>Whoever recovers a panic and panics again (the testing package does) stands on top of the
 * stack of the first panic, and so does the runtime when it gives up: the first one's frames are
 * found within the last one's stack. The runtime's last word has the better text, because by then
 * errors have been asked for theirs.
 */
final class Panics {
  private static final int FRAMES = 3;

  private Panics() {}

  /** Where the panic that ends the process began, with the text that the process ended with. */
  static PanicMoment cause(Event.Panic last, GoroutineState goroutine, Trace trace) {
    List<Site> below = trace.stack(last.stack()).frames();
    for (PanicMoment moment : goroutine.panics()) {
      Event.Panic earlier = moment.panic();
      if (!earlier.fatal() && contains(below, trace.stack(earlier.stack()))) {
        String message = last.message().isEmpty() ? earlier.message() : last.message();
        return new PanicMoment(new Event.Panic(earlier.at(), message, false), moment.before());
      }
    }
    return new PanicMoment(last, goroutine.recent());
  }

  /** Whether the frames of a stack lie within others, up to where either was cut off. */
  private static boolean contains(List<Site> below, Stack stack) {
    List<Site> frames = stack.frames();
    for (int from = 0; from < below.size() && !frames.isEmpty(); from++) {
      int common = Math.min(frames.size(), below.size() - from);
      boolean enough = common == frames.size() || common >= FRAMES;
      if (enough && below.subList(from, from + common).equals(frames.subList(0, common))) {
        return true;
      }
    }
    return false;
  }
}

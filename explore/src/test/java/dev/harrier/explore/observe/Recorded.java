package dev.harrier.explore.observe;

import dev.harrier.explore.step.EventState;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Trace;
import java.util.List;
import java.util.function.Consumer;

/** What recorders make of whole traces. */
public final class Recorded {
  private Recorded() {}

  /** Of a trace without findings. */
  public static <T> T of(Trace trace, Recorder<T> recorder) {
    trace.replay(showing(recorder));
    return end(recorder, List.of());
  }

  /** Shows a recorder the events that it is given. */
  public static Consumer<Event> showing(Recorder<?> recorder) {
    EventState state = new EventState();
    return event -> state.next(event, e -> recorder.accept(e, state));
  }

  /** Of a whole trace that the recorder has seen. */
  public static <T> T end(Recorder<T> recorder, List<Finding> findings) {
    return recorder.end(new Recorder.Ended(findings, true));
  }
}

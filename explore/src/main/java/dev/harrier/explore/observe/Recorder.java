package dev.harrier.explore.observe;

import dev.harrier.explore.step.EventState;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Event;
import java.util.List;

/** Records something of one execution, event by event. */
public interface Recorder<T> {
  /**
   * The next event of the trace.
   *
   * @param state before the event, but for the operation that the event reports
   */
  void accept(Event event, EventState state);

  /** What it recorded, when the trace is over, and still open. */
  T end(Ended ended);

  /**
   * How the trace ended.
   *
   * @param findings in it
   * @param whole whether nothing of it is missing
   */
  record Ended(List<Finding> findings, boolean whole) {
    public Ended {
      findings = List.copyOf(findings);
    }
  }
}

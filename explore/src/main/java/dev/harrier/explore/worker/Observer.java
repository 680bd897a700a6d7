package dev.harrier.explore.worker;

import dev.harrier.analysis.coverage.CoverageRecorder;
import dev.harrier.explore.feedback.MeasuresRecorder;
import dev.harrier.explore.order.OrderRecorder;
import dev.harrier.model.trace.Event;
import dev.harrier.tracing.decode.RecordedTrace;

/** Gathers the observations of one trace, event by event. */
final class Observer {
  private final CoverageRecorder coverage;
  private final MeasuresRecorder measures;
  private final OrderRecorder orders;

  Observer(RecordedTrace trace) {
    coverage = new CoverageRecorder(trace);
    measures = new MeasuresRecorder(trace);
    orders = new OrderRecorder(trace::textOffset);
  }

  void see(Event event) {
    coverage.accept(event);
    measures.accept(event);
    orders.accept(event);
  }

  /** The trace is over, and still open. */
  Observations end() {
    return new Observations(coverage.end(), measures.end(), orders.end());
  }
}

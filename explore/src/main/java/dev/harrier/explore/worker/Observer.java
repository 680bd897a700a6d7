package dev.harrier.explore.worker;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Frames;
import dev.harrier.coverage.CoverageRecorder;
import dev.harrier.explore.confirm.GoalRecorder;
import dev.harrier.explore.confirm.MeetingRecorder;
import dev.harrier.explore.feedback.MeasuresRecorder;
import dev.harrier.explore.operation.InterleavingDigest;
import dev.harrier.explore.order.OrderRecorder;
import dev.harrier.explore.reversal.ReversalRecorder;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.systematic.Trail;
import dev.harrier.explore.systematic.TrailRecorder;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import dev.harrier.tracing.decode.RecordedTrace;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Gathers the observations of one trace, event by event. */
final class Observer {
  private final CoverageRecorder coverage;
  private final MeasuresRecorder measures;
  private final OrderRecorder orders;
  private final ReversalRecorder reversals;
  private final Optional<TrailRecorder> trail;
  private final GoalRecorder goals;
  private final Optional<MeetingRecorder> meetings;
  private final Concurrency concurrency;
  private final InterleavingDigest interleaving = new InterleavingDigest();
  private final RecordedTrace trace;
  private final Set<Long> racing = new HashSet<>();
  private boolean readsClock;
  private long points;

  /**
   * @param schedule of the execution
   */
  Observer(RecordedTrace trace, AnalysisContext context, Schedule schedule) {
    Frames frames = new Frames(context);
    this.trace = trace;
    coverage = new CoverageRecorder(trace);
    measures = new MeasuresRecorder(trace);
    orders = new OrderRecorder(trace::textOffset);
    reversals =
        new ReversalRecorder(
            trace,
            at -> !frames.isScaffold(at) && !frames.isLibrary(at),
            at -> frames.trimmed(at).top());
    trail =
        schedule.plan().tellsAlternatives()
            ? Optional.of(new TrailRecorder(trace))
            : Optional.empty();
    meetings =
        schedule instanceof Schedule.Native ? Optional.of(new MeetingRecorder()) : Optional.empty();
    goals = new GoalRecorder();
    concurrency = new Concurrency(trace);
  }

  void see(Event event) {
    switch (event) {
      case Event.Operation _ -> points++;
      case Event.Race race -> race(race);
      case Event.Input input when input.kind() == InputKind.CLOCK -> readsClock = true;
      // What the driver of tests did before is no part of the test (tests.go).
      case Event.TestBegin begin when begins(begin) -> points = 0;
      default -> {}
    }
    coverage.accept(event);
    measures.accept(event);
    orders.accept(event);
    reversals.accept(event);
    trail.ifPresent(recorder -> recorder.accept(event));
    goals.accept(event);
    meetings.ifPresent(recorder -> recorder.accept(event));
    concurrency.see(event);
    interleaving.accept(event);
  }

  /** Atomic accesses and operations on channels are scheduling points anyway. */
  private void race(Event.Race race) {
    race(race.access(), race.stack());
    race(race.earlier().access(), race.earlier().stack());
  }

  private void race(RacingAccess access, StackId stack) {
    if (access == RacingAccess.READ || access == RacingAccess.WRITE) {
      trace.textOffset(stack).ifPresent(racing::add);
    }
  }

  /** Whether it is a test of nobody's. */
  private boolean begins(Event.TestBegin begin) {
    return trace.test(begin.test()).parent().equals(TestId.NONE);
  }

  /**
   * The trace is over, and still open.
   *
   * @param findings what was found in it
   * @param whole whether nothing of it is missing
   */
  Observations end(List<Finding> findings, boolean whole) {
    return new Observations(
        coverage.end(),
        measures.end(),
        orders.end(),
        reversals.end(),
        trail.map(recorder -> recorder.end(whole)).orElse(Trail.NONE),
        goals.goals(findings),
        meetings.map(m -> m.meetings(findings, trace::textOffset)).orElse(List.of()),
        goals.visited(trace::stack),
        racing,
        readsClock,
        concurrency.isAny(),
        points == 0 ? 0 : interleaving.value(),
        points);
  }
}

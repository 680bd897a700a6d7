package dev.harrier.analysis.engine;

import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.predict.Predictor;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.AnalysisContext;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One pass over one trace. */
final class Pass {
  private static final String TIMED_OUT = "test timed out after";

  private final Rules rules;
  private final ProgramState program;
  private final Storyteller story;
  private final StuckReporter stuckReporter;
  private final Findings findings;
  private final Predictor predictor;
  private long events;

  Pass(Rules rules, AnalysisContext context, Trace trace) {
    this.rules = rules;
    this.program = new ProgramState(trace);
    this.story = new Storyteller(program, context);
    this.findings = new Findings(context);
    this.predictor = new Predictor(program);
    this.stuckReporter = new StuckReporter(rules.stuck(), program, story);
  }

  void accept(Event event) {
    events++;
    switch (event) {
      case Event.Add add -> beforeAdd(add);
      case Event.Wait wait -> beforeWait(wait, wait.object());
      case Event.Block block when block.reason() == BlockReason.WAIT_GROUP ->
          beforeWait(block, block.object());
      case Event.Checkpoint checkpoint -> checkpoint(checkpoint);
      case Event.Panic panic when panic.fatal() -> panic(panic);
      default -> {
        // All other events only move the state on.
      }
    }
    predictor.accept(event);
    program.apply(event);
  }

  /** After the last event: tells what could have happened and did not. */
  void predict() {
    Predictions predictions = predictor.predict();
    for (PredictiveAnalysis rule : rules.predictions()) {
      for (Report report : rule.explain(predictions, program, story)) {
        if (!findings.tellsOf(report)) {
          report(report);
        }
      }
    }
  }

  private void beforeAdd(Event.Add add) {
    for (EventAnalysis rule : rules.events()) {
      rule.beforeAdd(add, program, story).ifPresent(this::report);
    }
  }

  private void beforeWait(Event event, ObjectId group) {
    for (EventAnalysis rule : rules.events()) {
      rule.beforeWait(event, group, program, story).ifPresent(this::report);
    }
  }

  private void checkpoint(Event.Checkpoint checkpoint) {
    Event.Panic last = lastPanic(checkpoint.goroutine());
    if (checkpoint.reason() != CheckpointReason.CRASH || last == null) {
      stuckReporter.judge(checkpoint).forEach(this::report);
    } else if (last.message().startsWith(TIMED_OUT)) {
      stuckReporter.judge(atTimeLimit(checkpoint)).forEach(this::report);
    } else {
      stuckReporter.judge(checkpoint).forEach(this::report);
      if (!last.fatal()) {
        panic(last);
      }
    }
  }

  /** The testing package ends a late test by a panic; the stock taken then is that of the limit. */
  private static Event.Checkpoint atTimeLimit(Event.Checkpoint c) {
    return new Event.Checkpoint(
        c.at(), CheckpointReason.TIMEOUT, c.test(), c.timers(), c.pollWaiters(), c.goroutines());
  }

  private Event.@Nullable Panic lastPanic(GoroutineId id) {
    return program
        .live(id)
        .map(GoroutineState::panics)
        .filter(panics -> !panics.isEmpty())
        .map(panics -> panics.getLast().panic())
        .orElse(null);
  }

  private void panic(Event.Panic last) {
    PanicMoment panic = Panics.cause(last, program.goroutine(last.goroutine()), program.trace());
    for (PanicAnalysis rule : rules.panics()) {
      Report report = rule.explain(panic, program, story).orElse(null);
      if (report != null) {
        report(report);
        return;
      }
    }
  }

  private void report(Report report) {
    findings.add(report, story.words());
  }

  List<Finding> findings() {
    return findings.all();
  }

  long events() {
    return events;
  }
}

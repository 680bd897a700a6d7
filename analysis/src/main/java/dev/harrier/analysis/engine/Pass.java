package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.predict.Predictor;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.PanicOrigin;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Limit;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineStatus;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One pass over one trace. */
final class Pass {
  private static final String TIMED_OUT = "test timed out after";

  private final Rules rules;
  private final ProgramState program;
  private final Explainer explainer;
  private final StuckReporter stuckReporter;
  private final Findings findings;
  private final Predictor predictor;
  private final BubbleDeadlocks bubbles;

  /** A misuse that package testing recovered, until the panic that it raises again is reported. */
  private Optional<Draft> raisedAgain = Optional.empty();

  private Map<Limit, Long> limits = Map.of();
  private long events;
  private boolean ranTests;
  private At latest = new At(0, 0, GoroutineId.NONE, StackId.NONE);

  Pass(Rules rules, AnalysisContext context, Trace trace) {
    this.rules = rules;
    this.program = new ProgramState(trace);
    this.explainer = new Explainer(program, context);
    this.findings = new Findings(context);
    this.predictor = new Predictor(program);
    this.bubbles = new BubbleDeadlocks(explainer.frames());
    this.stuckReporter = new StuckReporter(rules.stuck(), program, explainer);
  }

  void accept(Event event) {
    events++;
    latest = event.at();
    switch (event) {
      case Event.Add add -> beforeAdd(add);
      case Event.Wait wait -> beforeWait(wait, wait.object());
      case Event.Block block when block.reason() == BlockReason.WAIT_GROUP ->
          beforeWait(block, block.object());
      case Event.TestBegin begin -> ranTests |= isTest(program.trace().test(begin.test()));
      case Event.Collected collected -> beforeCollected(collected);
      case Event.Checkpoint checkpoint -> checkpoint(checkpoint);
      case Event.TestEnd end -> bubbles.atEnd(end).forEach(this::report);
      case Event.Panic panic when panic.fatal() -> panic(panic);
      case Event.Panic panic -> bubbles.panics(panic);
      case Event.Recovered recovered -> recovered(recovered);
      default -> {
        // All other events only move the state on.
      }
    }
    predictor.accept(event);
    program.apply(event);
  }

  /**
   * After the last event: reports what could have happened and did not.
   *
   * @param each run for each event that is looked at again
   */
  void predict(Runnable each) {
    bubbles.rest().forEach(this::report);
    raisedAgain.ifPresent(this::report);
    Predictions predictions = predictor.predict(each);
    limits = predictions.limits();
    for (PredictiveAnalysis rule : rules.predictions()) {
      for (Draft draft : rule.explain(predictions, program, explainer)) {
        if (!findings.covers(draft)) {
          report(draft);
        }
      }
    }
  }

  private void beforeAdd(Event.Add add) {
    for (WaitGroupAnalysis rule : rules.waitGroups()) {
      rule.beforeAdd(add, program, explainer).ifPresent(this::report);
    }
  }

  private void beforeWait(Event event, ObjectId group) {
    for (WaitGroupAnalysis rule : rules.waitGroups()) {
      rule.beforeWait(event, group, program, explainer).ifPresent(this::report);
    }
  }

  private void beforeCollected(Event.Collected collected) {
    for (LockAnalysis rule : rules.locks()) {
      rule.beforeCollected(collected, program, explainer).forEach(this::report);
    }
  }

  private void checkpoint(Event.Checkpoint checkpoint) {
    if (checkpoint.reason() == CheckpointReason.BUBBLE) {
      GoroutineId runner = checkpoint.goroutine();
      bubbles.found(runner, program.testOf(runner), stuckReporter.report(checkpoint));
      return;
    }
    Event.Panic last = lastPanic(checkpoint.goroutine());
    if (checkpoint.reason() != CheckpointReason.CRASH || last == null) {
      stuckReporter.report(checkpoint).forEach(this::report);
    } else if (last.message().startsWith(TIMED_OUT)) {
      stuckReporter.report(atTimeLimit(checkpoint)).forEach(this::report);
    } else {
      stuckReporter.report(checkpoint).forEach(this::report);
      if (!last.fatal()) {
        panic(last);
      }
    }
  }

  /** The testing package ends a late test by a panic; the checkpoint then is that of the limit. */
  private static Event.Checkpoint atTimeLimit(Event.Checkpoint c) {
    return new Event.Checkpoint(
        c.at(), CheckpointReason.TIMEOUT, c.test(), c.timers(), c.pollWaiters(), c.goroutines());
  }

  /** Says what a checkpoint would, where the process can't take one any more. */
  void timeLimit() {
    List<Event.Checkpoint.GoroutineState> states =
        program.live().stream()
            .filter(state -> !program.trace().goroutine(state.id()).system())
            .sorted(Comparator.comparingLong(state -> state.id().value()))
            .map(this::atTimeLimit)
            .toList();
    int pollWaiters =
        (int) states.stream().filter(state -> state.reason() == BlockReason.IO).count();
    checkpoint(
        new Event.Checkpoint(
            new At(latest.order() + 1, latest.nanos(), GoroutineId.NONE, StackId.NONE),
            CheckpointReason.TIMEOUT,
            TestId.NONE,
            Event.Checkpoint.UNKNOWN,
            pollWaiters,
            states));
  }

  /** One that waits for a value or a close that has come already only had no turn yet. */
  private Event.Checkpoint.GoroutineState atTimeLimit(GoroutineState state) {
    return state
        .block()
        .filter(block -> !program.isReady(block))
        .map(block ->
            new Event.Checkpoint.GoroutineState(
                state.id(), GoroutineStatus.WAITING, block.reason()))
        .orElseGet(() ->
            new Event.Checkpoint.GoroutineState(
                state.id(), GoroutineStatus.RUNNABLE, BlockReason.OTHER));
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
      Draft draft = rule.explain(panic, program, explainer).orElse(null);
      if (draft != null) {
        raisedAgain = raisedAgain.filter(before -> !before.rule().equals(draft.rule()));
        report(draft);
        return;
      }
    }
  }

  /**
   * A misuse that was recovered is a mistake, unless a test is there to see it; it is suspicious
   * where the function that made it recovers.
   */
  private void recovered(Event.Recovered event) {
    PanicMoment moment = program.recoveredBy(event).orElse(null);
    Stack recovers = program.trace().stack(event.stack());
    bubbles.recovered(event, recovers);
    if (moment == null
        || moment.origin(program.trace()) != PanicOrigin.RUNTIME
        || explainer.frames().expectsPanic(recovers)) {
      return;
    }
    Stack panics = program.trace().stack(moment.panic().stack());
    boolean own = explainer.frames().recoversOwnPanic(recovers, panics);
    Optional<Draft> misuse =
        rules.panics().stream()
            .filter(PanicAnalysis::reportsRecovered)
            .map(rule -> rule.explain(moment, program, explainer))
            .flatMap(Optional::stream)
            .findFirst()
            .map(Draft::recovered)
            .map(draft -> own ? draft.suspicious(new Doubt.RecoversOwnPanic()) : draft);
    if (explainer.frames().recoversAsDriver(recovers)) {
      raisedAgain = misuse.or(() -> raisedAgain);
    } else {
      misuse.ifPresent(this::report);
    }
  }

  private void report(Draft draft) {
    findings.add(draft, explainer.operations().test(draft.test()));
  }

  List<Finding> findings() {
    return findings.all();
  }

  /** What the predictions did not look at. */
  Map<Limit, Long> limits() {
    return limits;
  }

  /** Whether any test, example or benchmark began. */
  boolean ranTests() {
    return ranTests;
  }

  /** Not what the testing package runs all tests in, or all benchmarks. */
  private static boolean isTest(Test test) {
    return !test.name().isEmpty() && !test.name().equals("Main");
  }

  long events() {
    return events;
  }

  /**
   * Finds the panic that began it when a process crashes.
   *
   * <p>What recovers a panic and panics again (the testing package does) stands on top of the stack
   * of the first panic, and so does the runtime when it gives up: the first one's frames are found
   * within the last one's stack. The runtime's last word has the better text, because by then
   * errors have been asked for theirs.
   */
  private static final class Panics {
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
}

package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.EventAnalysis;
import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.GroupState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.story.Words;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;

/**
 * A wait group used against its contract: a negative counter, reuse before Wait has returned, or an
 * Add from zero that nothing orders before the Wait (the documentation of sync.WaitGroup.Add).
 *
 * <p>The last is decided without a panic in the one case where it is certain from the trace: the
 * Add is its goroutine's very first operation, and that goroutine's creator is the one who waits
 * and has met nobody in between. Then only the creation lies between them, and it orders neither
 * before the other: whichever came first in this run, Wait may miss the goroutine.
 */
public final class WaitGroupMisuse implements PanicAnalysis, EventAnalysis {
  private static final Rule RULE =
      new Rule(
          "waitgroup-misuse",
          "a wait group is used against its contract",
          "Call Add before the go statement, never inside the goroutine, or use WaitGroup.Go.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(PanicMoment moment, ProgramState program, Storyteller story) {
    Event.Panic panic = moment.panic();
    String message;
    if (panic.message().contains("negative WaitGroup counter")) {
      message = "the counter of a wait group becomes negative: more Done than Add";
    } else if (panic.message().contains("WaitGroup misuse: Add called concurrently with Wait")) {
      message = "Add runs at the same time as Wait";
    } else if (panic.message().contains("WaitGroup is reused before previous Wait has returned")) {
      message = "the wait group is used again before Wait has returned";
    } else {
      return Optional.empty();
    }
    PanicReport report = new PanicReport(RULE, moment, program, story);
    LastObject.before(moment, WaitGroupMisuse::changed).ifPresent(report::object);
    return Optional.of(report.message(message));
  }

  private static Optional<ObjectId> changed(Event event) {
    return event instanceof Event.Add add ? Optional.of(add.group()) : Optional.empty();
  }

  @Override
  public Optional<Report> beforeAdd(Event.Add add, ProgramState program, Storyteller story) {
    if (add.delta() <= 0
        || !(program.object(add.group()) instanceof GroupState group)
        || group.counter() != 0) {
      return Optional.empty();
    }
    GoroutineState adder = program.goroutine(add.goroutine());
    GoroutineId creator = program.trace().goroutine(add.goroutine()).parent();
    return group
        .waiting()
        .filter(wait -> adder.operations() == 0 && adder.bornAt() > 0)
        .filter(wait -> wait.event().goroutine().equals(creator))
        .filter(wait -> isUnordered(adder.bornAt(), wait.event().order(), wait.lastSyncOrder()))
        .map(wait -> report(add, wait.event(), program, story));
  }

  @Override
  public Optional<Report> beforeWait(
      Event wait, ObjectId id, ProgramState program, Storyteller story) {
    if (!(program.object(id) instanceof GroupState group)) {
      return Optional.empty();
    }
    GoroutineId waiter = wait.goroutine();
    long lastSyncOrder = program.goroutine(waiter).lastSyncOrder();
    return group
        .raisedFirst()
        .filter(operation ->
            program.trace().goroutine(operation.add().goroutine()).parent().equals(waiter))
        .filter(operation -> isUnordered(operation.bornAt(), wait.order(), lastSyncOrder))
        .map(operation -> report(operation.add(), wait, program, story));
  }

  /** Whether the creator met nobody between creating the child and waiting. */
  private static boolean isUnordered(long bornAt, long waitAt, long creatorLastSync) {
    return bornAt < waitAt && creatorLastSync < bornAt;
  }

  private static Report report(Event.Add add, Event wait, ProgramState program, Storyteller story) {
    Words words = story.words();
    Stack where = program.trace().stack(add.stack());
    GoroutineId creator = wait.goroutine();
    return new Report(
        RULE,
        Strength.OBSERVED,
        "Add in the new goroutine is not ordered before the Wait at "
            + words.place(wait.stack())
            + ", which may miss it",
        "Add",
        where,
        story.createdAt(add.goroutine()),
        program.testOf(add.goroutine()),
        List.of(
            story.goroutine(add.goroutine(), "calls Add", where),
            story.goroutine(creator, "calls Wait", program.trace().stack(wait.stack()))),
        List.of(story.object(add.group())),
        List.of(
            words.goroutine(creator)
                + " created "
                + words.goroutine(add.goroutine())
                + " at "
                + words.place(story.createdAt(add.goroutine())),
            words.operationBy(add) + ", as the first thing it did",
            words.operationBy(wait)),
        "the counter was zero, the Add is the first operation of its goroutine, and the creator met"
            + " nobody between the go statement and Wait");
  }
}

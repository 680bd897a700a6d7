package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.engine.WaitGroupAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.EventOperations;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.GroupState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Defect.WaitGroupMisused.Misuse;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
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
 * Add is its goroutine's very first operation, and that goroutine's creator is the one that waits
 * and has not synchronized in between. Then only the creation lies between them, and it orders
 * neither before the other: whichever came first in this run, Wait may miss the goroutine.
 */
public final class WaitGroupMisuse implements PanicAnalysis, WaitGroupAnalysis {
  public static final Rule RULE =
      new Rule(
          "waitgroup-misuse",
          "a wait group is used against its contract",
          "Call Add before the go statement, never inside the goroutine, or use WaitGroup.Go; and call"
              + " Wait only when no other goroutine can still take the counter up from zero.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(PanicMoment moment, ProgramState program, Explainer explainer) {
    Misuse misuse;
    if (moment.says("negative WaitGroup counter", program.trace())) {
      misuse = Misuse.NEGATIVE_COUNTER;
    } else if (moment.says(
        "WaitGroup misuse: Add called concurrently with Wait", program.trace())) {
      misuse = Misuse.ADD_DURING_WAIT;
    } else if (moment.says(
        "WaitGroup is reused before previous Wait has returned", program.trace())) {
      misuse = Misuse.REUSED_BEFORE_WAIT_RETURNED;
    } else {
      return Optional.empty();
    }
    PanicDraft draft = new PanicDraft(RULE, moment, program, explainer);
    LastObject.before(moment, WaitGroupMisuse::changed).ifPresent(draft::object);
    return Optional.of(draft.draft(new Defect.WaitGroupMisused(misuse)));
  }

  private static Optional<ObjectId> changed(Event event) {
    return event instanceof Event.Add add ? Optional.of(add.group()) : Optional.empty();
  }

  @Override
  public Optional<Draft> beforeAdd(Event.Add add, ProgramState program, Explainer explainer) {
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
        .map(wait -> draft(add, wait.event(), program, explainer));
  }

  @Override
  public Optional<Draft> beforeWait(
      Event wait, ObjectId id, ProgramState program, Explainer explainer) {
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
        .map(operation -> draft(operation.add(), wait, program, explainer));
  }

  /** Whether the creator did not synchronize between creating the child and waiting. */
  private static boolean isUnordered(long bornAt, long waitAt, long creatorLastSync) {
    return bornAt < waitAt && creatorLastSync < bornAt;
  }

  private static Draft draft(Event.Add add, Event wait, ProgramState program, Explainer explainer) {
    Stack where = program.trace().stack(add.stack());
    Stack waits = program.trace().stack(wait.stack());
    GoroutineId creator = wait.goroutine();
    Stack createdAt = explainer.createdAt(add.goroutine());
    EventOperations operations = explainer.operations();
    return new Draft(
        RULE,
        Strength.OBSERVED,
        new Defect.UnorderedAdd(explainer.site(waits)),
        program.testOf(add.goroutine()),
        new Draft.Identity("Add", where, createdAt, List.of(waits)),
        new Explanation(
            List.of(
                explainer.goroutine(add.goroutine(), Part.ADDS, where),
                explainer.goroutine(creator, Part.WAITS, waits)),
            List.of(explainer.object(add.group())),
            List.of(
                new Step.Created(creator, add.goroutine(), explainer.site(createdAt)),
                new Step.Performed(
                    operations.of(add), Step.Performed.Remark.FIRST_OF_ITS_GOROUTINE),
                new Step.Performed(operations.of(wait), Step.Performed.Remark.NONE)),
            List.of(new Evidence.AddNotOrdered()),
            List.of(),
            Optional.empty()));
  }
}

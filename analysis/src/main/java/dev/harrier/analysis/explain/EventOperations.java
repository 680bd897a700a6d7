package dev.harrier.analysis.explain;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.TimerChange;
import dev.harrier.model.trace.Trace;
import java.util.Optional;

/** Resolves the events of a trace to operations, which name sites, objects and tests. */
public final class EventOperations {
  private final Trace trace;
  private final Frames frames;

  public EventOperations(Trace trace, Frames frames) {
    this.trace = trace;
    this.frames = frames;
  }

  /** What the event did, and where. */
  public Operation of(Event event) {
    return new Operation(
        event.goroutine(), action(event), site(event.stack()), 1, event.order(), event.nanos());
  }

  /** The frame of a stack that a reader of the module looks at. */
  public Site site(StackId stack) {
    return frames.primary(trace.stack(stack));
  }

  /** The object as operations name it. */
  public ObjectRef object(ObjectId id) {
    return id.equals(ObjectId.NONE)
        ? ObjectRef.NIL_CHANNEL
        : new ObjectRef(id, trace.object(id).kind());
  }

  /** The test's name, or "" for none. */
  public String test(TestId id) {
    return id.equals(TestId.NONE) ? "" : trace.test(id).name();
  }

  private Action action(Event event) {
    return switch (event) {
      case Event.Spawn e -> new Action.Created(e.child());
      case Event.Exit _ -> new Action.Exited();
      case Event.Block e -> new Action.Blocked(e.reason(), object(e.object()));
      case Event.Unblock e -> new Action.Readied(e.target());
      case Event.Make e -> new Action.Made(object(e.object()));
      case Event.Acquire e -> new Action.Locked(object(e.lock()), e.mode());
      case Event.Release e -> new Action.Unlocked(object(e.lock()), e.mode());
      case Event.Refused e -> new Action.Refused(object(e.lock()), e.mode());
      case Event.Collected e -> new Action.Collected(object(e.lock()));
      case Event.Send e -> new Action.Sent(object(e.channel()), false);
      case Event.Receive e -> new Action.Received(object(e.channel()), e.ok(), false);
      case Event.Close e -> new Action.Closed(object(e.channel()));
      case Event.Select e -> selected(e);
      case Event.Wait e -> new Action.Waited(object(e.object()));
      case Event.Add e -> new Action.Added(object(e.group()), e.delta());
      case Event.Signal e -> new Action.Signaled(object(e.cond()));
      case Event.Broadcast e -> new Action.Broadcast(object(e.cond()));
      case Event.ContextNew e -> new Action.Made(object(e.context()));
      case Event.ContextDone e -> new Action.AskedForDone(object(e.context()));
      case Event.ContextCancel e -> new Action.Canceled(object(e.context()));
      case Event.Recovered _ -> new Action.Recovered();
      case Event.Race e -> new Action.Raced(e.access(), e.earlier().by());
      case Event.Input e -> new Action.ReadInput(e.kind());
      case Event.Message e -> new Action.Offered(object(e.channel()), e.value());
      // It is reported with the access that it is about.
      case Event.Memory _ -> new Action.Accessed(AccessKind.NONE, 0);
      case Event.EarlierAccess e -> new Action.Accessed(e.access(), e.variable());
      case Event.Lost e -> new Action.LostRecords(e.missing());
      case Event.TimerSet e -> new Action.SetTimer(object(e.timer()));
      case Event.TimerFire e -> new Action.TimerFired(object(e.channel()));
      case Event.Panic e -> new Action.Panicked(firstLine(e.message()));
      case Event.TestBegin e -> new Action.BeganTest(test(e.test()));
      case Event.TestFail e -> new Action.FailedTest(test(e.test()), Optional.empty());
      case Event.TestEnd e -> new Action.EndedTest(test(e.test()));
      case Event.Checkpoint _ -> new Action.Checkpointed();
      case Event.Choice e -> new Action.SwitchedTo(e.next());
      case Event.Operation e ->
          e.use()
              .<Action>map(use -> new Action.Used(use, e.variable(), false))
              .or(() -> e.timer().map(this::changed))
              .orElse(new Action.Accessed(e.access(), e.variable()));
      case Event.Preferred e -> new Action.Preferred(e.preferredCase(), e.gaveUp());
    };
  }

  private Action changed(TimerChange change) {
    ObjectId timer = change.timer();
    return new Action.ChangedTimer(
        object(timer),
        change.stops(),
        change.ticks(),
        timer.equals(ObjectId.NONE) ? Site.UNKNOWN : site(trace.object(timer).madeAt()));
  }

  private Action selected(Event.Select event) {
    if (event.chosen() < 0) {
      return new Action.TookDefault();
    }
    SelectCase chosen = event.cases().get(event.chosen());
    ObjectRef channel = object(chosen.channel());
    return switch (chosen.direction()) {
      case SEND -> new Action.Sent(channel, true);
      case RECEIVE -> new Action.Received(channel, event.ok(), true);
    };
  }

  /** The first line of a text that may have several, without surrounding white space. */
  public static String firstLine(String text) {
    int end = text.indexOf('\n');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }
}

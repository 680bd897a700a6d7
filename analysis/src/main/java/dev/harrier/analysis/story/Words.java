package dev.harrier.analysis.story;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;

/** How things of a trace are called in a sentence. */
public final class Words {
  private final Trace trace;
  private final Frames frames;

  public Words(Trace trace, Frames frames) {
    this.trace = trace;
    this.frames = frames;
  }

  /** "goroutine 7". */
  public String goroutine(GoroutineId id) {
    return id.equals(GoroutineId.NONE) ? "the runtime" : "goroutine " + id.value();
  }

  /** "channel o3". */
  public String object(ObjectId id) {
    return id.equals(ObjectId.NONE) ? "a nil channel" : trace.object(id).kind().word() + " " + id;
  }

  /** "an unbuffered channel", "a mutex". */
  public String kind(ObjectId id) {
    SyncObject object = trace.object(id);
    return switch (object.kind()) {
      case CHANNEL ->
          object.capacity() == 0
              ? "an unbuffered channel"
              : "a channel with capacity " + object.capacity();
      case MUTEX, RWMUTEX, WAIT_GROUP, COND, ONCE, CONTEXT, TIMER, SEMAPHORE ->
          (object.kind().word().startsWith("o") ? "an " : "a ") + object.kind().word();
    };
  }

  /** "worker.go:12", at the frame that speaks to the user. */
  public String place(StackId stack) {
    return place(trace.stack(stack));
  }

  /** As above. */
  public String place(Stack stack) {
    return place(frames.primary(stack));
  }

  /** As above; "an unknown place" if the site is. */
  public String place(Site site) {
    if (site.file().isEmpty()) {
      return site.function().isEmpty() ? "an unknown place" : site.function();
    }
    return site.file().substring(site.file().lastIndexOf('/') + 1) + ":" + site.line();
  }

  /** The test's name, or "" for none. */
  public String test(TestId id) {
    return id.equals(TestId.NONE) ? "" : trace.test(id).name();
  }

  /** What the event did and where, without who: "sent on channel o3 at worker.go:12". */
  public String operation(Event event) {
    String where =
        trace.stack(event.stack()).frames().isEmpty() ? "" : " at " + place(event.stack());
    return deed(event) + where;
  }

  /** The same with who, for the history of an object. */
  public String operationBy(Event event) {
    return goroutine(event.goroutine()) + " " + operation(event);
  }

  private String deed(Event event) {
    return switch (event) {
      case Event.Spawn e -> "created " + goroutine(e.child());
      case Event.Exit _ -> "ended";
      case Event.Block e -> blocked(e);
      case Event.Unblock e -> "readied " + goroutine(e.target());
      case Event.Make e -> "made " + object(e.object());
      case Event.Acquire e ->
          (e.mode() == LockMode.READ ? "read-locked " : "locked ") + object(e.lock());
      case Event.Release e ->
          (e.mode() == LockMode.READ ? "read-unlocked " : "unlocked ") + object(e.lock());
      case Event.Send e -> "sent on " + object(e.channel());
      case Event.Receive e ->
          (e.ok() ? "received from " : "saw the close of ") + object(e.channel());
      case Event.Close e -> "closed " + object(e.channel());
      case Event.Select e -> selected(e);
      case Event.Wait e -> "was done waiting for " + object(e.object());
      case Event.Add e ->
          e.delta() == -1
              ? "called Done on " + object(e.group())
              : "called Add(" + e.delta() + ") on " + object(e.group());
      case Event.Signal e -> "signalled " + object(e.cond());
      case Event.Broadcast e -> "broadcast on " + object(e.cond());
      case Event.ContextNew e -> "made " + object(e.context());
      case Event.ContextDone e -> "asked for Done of " + object(e.context());
      case Event.ContextCancel e -> "cancelled " + object(e.context());
      case Event.TimerFire e ->
          e.channel().equals(ObjectId.NONE)
              ? "fired a timer"
              : "fired a timer into " + object(e.channel());
      case Event.Panic e -> "panicked: " + firstLine(e.message());
      case Event.TestBegin e -> "began " + test(e.test());
      case Event.TestFail e -> "failed " + test(e.test());
      case Event.TestEnd e -> "ended " + test(e.test());
      case Event.Checkpoint _ -> "took stock";
      case Event.Choice e -> "was made to give way to " + goroutine(e.next());
      case Event.Operation e ->
          switch (e.access()) {
            case NONE -> "began operation " + e.number();
            case LOAD -> "loaded an atomic";
            case STORE -> "stored an atomic";
            case UPDATE -> "updated an atomic";
          };
      case Event.Preferred e ->
          e.gaveUp() ? "gave up case " + e.preferredCase() : "preferred case " + e.preferredCase();
    };
  }

  private String blocked(Event.Block event) {
    String object = event.object().equals(ObjectId.NONE) ? "" : " on " + object(event.object());
    return "blocked in " + event.reason().words() + object;
  }

  private String selected(Event.Select event) {
    if (event.chosen() < 0) {
      return "took the default of a select";
    }
    SelectCase chosen = event.cases().get(event.chosen());
    String channel = object(chosen.channel());
    return switch (chosen.direction()) {
      case SEND -> "sent on " + channel + " in a select";
      case RECEIVE ->
          (event.ok() ? "received from " : "saw the close of ") + channel + " in a select";
    };
  }

  /** The first line of a text that may have several. */
  public static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}

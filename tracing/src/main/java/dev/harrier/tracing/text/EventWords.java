package dev.harrier.tracing.text;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Event.Checkpoint.GoroutineState;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.TimerChange;
import dev.harrier.model.trace.Trace;
import java.util.Locale;

/** Events in the text form of traces, one line each. */
public final class EventWords {
  private final Trace trace;

  /** Words for the events of {@code trace}, while that is being replayed. */
  public EventWords(Trace trace) {
    this.trace = trace;
  }

  /** The line of an event. */
  public String line(Event event) {
    return event.goroutine() + " " + operation(event) + Stacks.print(trace.stack(event.stack()));
  }

  /** What is between the goroutine and the stack: the verb and its operands. */
  public String operation(Event event) {
    return switch (event) {
      case Event.Spawn e -> spawn(e);
      case Event.Exit _ -> "exit";
      case Event.Block e ->
          "block ["
              + e.reason().words()
              + ']'
              + optional(" ", e.object())
              + Cases.print(e.cases(), false, -1);
      case Event.Unblock e -> "unblock " + e.target();
      case Event.Make e -> make(e);
      case Event.Acquire e -> "acquire " + e.lock() + mode(e.mode()) + completion(e.completion());
      case Event.Release e -> "release " + e.lock() + mode(e.mode());
      case Event.Refused e -> "refused " + e.lock() + mode(e.mode());
      case Event.Collected e -> "collected " + e.lock();
      case Event.Send e -> "send " + e.channel() + completion(e.completion());
      case Event.Receive e ->
          "receive " + e.channel() + closed(e.ok()) + completion(e.completion());
      case Event.Close e -> "close " + e.channel();
      case Event.Select e ->
          "select"
              + Cases.print(e.cases(), e.hasDefault(), e.chosen())
              + closed(e.ok())
              + completion(e.completion());
      case Event.Wait e -> "wait " + e.object() + completion(e.completion());
      case Event.Add e -> "add " + e.group() + (e.delta() > 0 ? " +" : " ") + e.delta();
      case Event.Signal e -> "signal " + e.cond();
      case Event.Broadcast e -> "broadcast " + e.cond();
      case Event.ContextNew e -> "context " + e.context() + optional(" below ", e.parent());
      case Event.ContextDone e -> "context-done " + e.context() + ' ' + e.channel();
      case Event.ContextCancel e -> "context-cancel " + e.context();
      case Event.TimerSet e -> "timer-set " + e.timer();
      case Event.TimerFire e -> "timer" + optional(" ", e.channel());
      case Event.Panic e -> (e.fatal() ? "fatal " : "panic ") + Word.quote(e.message());
      case Event.TestBegin e -> testBegin(trace.test(e.test()));
      case Event.TestFail e -> "test-fail " + e.test();
      case Event.TestEnd e -> "test-end " + e.test() + ' ' + lower(e.status());
      case Event.Checkpoint e -> checkpoint(e);
      case Event.Choice e -> choice(e);
      case Event.Recovered _ -> "recover";
      case Event.Race e -> race(e);
      case Event.Input e -> "input " + lower(e.kind());
      case Event.Message e -> "message " + e.channel() + ' ' + ValueWords.print(e.value());
      case Event.Memory e ->
          "memory " + moment(e) + e.value().map(v -> ' ' + ValueWords.print(v)).orElse("");
      case Event.EarlierAccess e -> earlierAccess(e);
      case Event.Lost e -> "lost " + e.missing();
      case Event.Operation e ->
          "operation "
              + e.number()
              + (e.access() == AccessKind.NONE ? "" : ' ' + lower(e.access()) + ' ' + e.variable())
              + e.use().map(u -> ' ' + lower(u.of()) + ' ' + lower(u.way())).orElse("")
              + e.timer().map(EventWords::timer).orElse("");
      case Event.Preferred e -> "preferred " + e.preferredCase() + stage(e);
    };
  }

  private static String timer(TimerChange change) {
    return (change.stops() ? " stop" : " reset")
        + (change.ticks() ? " ticker" : " timer")
        + optional(" ", change.timer());
  }

  private String spawn(Event.Spawn spawn) {
    Goroutine child = trace.goroutine(spawn.child());
    String start = child.start().equals(Site.UNKNOWN) ? "" : ' ' + Stacks.print(child.start());
    String name = spawn.name().equals(GoroutineName.NONE) ? "" : " named " + spawn.name();
    return "spawn "
        + spawn.child()
        + start
        + (child.system() ? " system" : "")
        + optional(" timer ", spawn.timer())
        + name;
  }

  private String make(Event.Make make) {
    SyncObject object = trace.object(make.object());
    return "make "
        + make.object()
        + (object.capacity() > 0 ? " capacity " + object.capacity() : "");
  }

  private static String testBegin(Test test) {
    String parent = test.parent().equals(TestId.NONE) ? "" : " in " + test.parent();
    return "test-begin " + test.id() + ' ' + Word.quote(test.name()) + parent;
  }

  private static String checkpoint(Event.Checkpoint checkpoint) {
    StringBuilder text = new StringBuilder("checkpoint [" + checkpoint.reason().words() + ']');
    if (!checkpoint.test().equals(TestId.NONE)) {
      text.append(' ').append(checkpoint.test());
    }
    if (checkpoint.timers() != 0) {
      text.append(" timers ").append(checkpoint.timers());
    }
    if (checkpoint.pollWaiters() > 0) {
      text.append(" poll-waiters ").append(checkpoint.pollWaiters());
    }
    for (GoroutineState state : checkpoint.goroutines()) {
      text.append(' ').append(state.id()).append(' ').append(lower(state.status()));
      if (state.reason() != BlockReason.OTHER) {
        text.append(" [").append(state.reason().words()).append(']');
      }
    }
    return text.toString();
  }

  private static String choice(Event.Choice choice) {
    String next = choice.next().equals(GoroutineId.NONE) ? "" : " " + choice.next();
    return "choice [%s] %s %s point %d chosen %d of %d%s"
        .formatted(
            lower(choice.kind()),
            choice.of(),
            choice.name(),
            choice.point(),
            choice.chosen(),
            choice.options(),
            next);
  }

  private static String stage(Event.Preferred preferred) {
    return switch (preferred.stage()) {
      case WAITS -> "";
      case GAVE_UP -> " gave-up after " + preferred.micros();
      case CAME -> " came after " + preferred.micros();
    };
  }

  private static String moment(Event.Memory memory) {
    return switch (memory.moment()) {
      case Event.Memory.Before _ -> "before";
      case Event.Memory.After _ -> "after";
      case Event.Memory.BeforeEarlier earlier -> "before-earlier " + earlier.since();
      case Event.Memory.AfterEarlier _ -> "after-earlier";
    };
  }

  private String earlierAccess(Event.EarlierAccess access) {
    return "earlier "
        + lower(access.access())
        + " of "
        + access.variable()
        + " by "
        + access.by()
        + " since "
        + access.since()
        + Stacks.print(trace.stack(access.from()), " from ");
  }

  private String race(Event.Race race) {
    Event.Race.Earlier earlier = race.earlier();
    return "race "
        + access(race.access())
        + " with "
        + earlier.by()
        + ' '
        + access(earlier.access())
        + Stacks.print(trace.stack(earlier.stack()), " from ");
  }

  /** {@code write}, {@code atomic read}. */
  private static String access(RacingAccess access) {
    return lower(access).replace('_', ' ');
  }

  private static String optional(String before, ObjectId id) {
    return id.equals(ObjectId.NONE) ? "" : before + id;
  }

  private static String mode(LockMode mode) {
    return switch (mode) {
      case WRITE -> "";
      case READ -> " read";
    };
  }

  private static String completion(Completion completion) {
    return completion == Completion.NEITHER ? "" : ' ' + lower(completion);
  }

  private static String closed(boolean ok) {
    return ok ? "" : " closed";
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

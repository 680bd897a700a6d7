package dev.harrier.tracing.text;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Event.Checkpoint.GoroutineState;
import dev.harrier.model.trace.Event.Preferred.Stage;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.GoroutineStatus;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.TimerChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses what follows the goroutine on the line of one event. */
final class EventParser {
  private final TextTables tables;
  private final Words words;
  private final At at;

  EventParser(TextTables tables, Words words, At at) {
    this.tables = tables;
    this.words = words;
    this.at = at;
  }

  Event parse() {
    String verb = words.next("what the goroutine does");
    return switch (verb) {
      case "spawn" -> spawn();
      case "exit" -> exit();
      case "block" -> block();
      case "unblock" -> new Event.Unblock(at, words.goroutine());
      case "make" -> make();
      case "acquire" -> acquire();
      case "release" -> release();
      case "refused" -> refused();
      case "collected" -> new Event.Collected(at, object(ObjectKind.MUTEX));
      case "send" -> new Event.Send(at, object(ObjectKind.CHANNEL), completion());
      case "receive" ->
          new Event.Receive(at, object(ObjectKind.CHANNEL), !words.take("closed"), completion());
      case "close" -> new Event.Close(at, object(ObjectKind.CHANNEL));
      case "select" -> select();
      case "wait" -> new Event.Wait(at, object(ObjectKind.WAIT_GROUP), completion());
      case "add" ->
          new Event.Add(at, object(ObjectKind.WAIT_GROUP), words.integer("a number such as -1"));
      case "signal" -> new Event.Signal(at, object(ObjectKind.COND));
      case "broadcast" -> new Event.Broadcast(at, object(ObjectKind.COND));
      case "context" -> context();
      case "context-done" ->
          new Event.ContextDone(at, object(ObjectKind.CONTEXT), object(ObjectKind.CHANNEL));
      case "context-cancel" -> new Event.ContextCancel(at, object(ObjectKind.CONTEXT));
      case "timer-set" -> new Event.TimerSet(at, object(ObjectKind.TIMER));
      case "timer" -> new Event.TimerFire(at, optionalObject(ObjectKind.CHANNEL));
      case "panic" -> new Event.Panic(at, words.next("the message"), false);
      case "fatal" -> new Event.Panic(at, words.next("the message"), true);
      case "test-begin" -> testBegin();
      case "test-fail" -> new Event.TestFail(at, words.test());
      case "test-end" -> testEnd();
      case "checkpoint" -> checkpoint();
      case "choice" -> choice();
      case "recover" -> new Event.Recovered(at);
      case "race" -> race();
      case "input" ->
          new Event.Input(
              at, words.choose("an input such as clock", Arrays.stream(InputKind.values())));
      case "message" -> new Event.Message(at, object(ObjectKind.CHANNEL), ValueWords.parse(words));
      case "memory" ->
          new Event.Memory(
              at,
              moment(),
              words.isEmpty() ? Optional.empty() : Optional.of(ValueWords.parse(words)));
      case "earlier" -> earlierAccess();
      case "lost" -> new Event.Lost(at, words.number("how many"));
      case "preferred" -> preferred();
      case "operation" -> operation();
      default -> throw words.error("expected what the goroutine does, such as send; found " + verb);
    };
  }

  private Event spawn() {
    GoroutineId child = words.goroutine();
    boolean started =
        !words.isEmpty()
            && !words.nextIs("system")
            && !words.nextIs("timer")
            && !words.nextIs("named");
    Site start = started ? Stacks.site(words) : Site.UNKNOWN;
    tables.spawn(child, at.goroutine(), at.stack(), start, words.take("system"));
    ObjectId timer = words.take("timer") ? object(ObjectKind.TIMER) : ObjectId.NONE;
    return new Event.Spawn(at, child, timer, words.take("named") ? name() : GoroutineName.NONE);
  }

  private Event exit() {
    tables.tests().exit(at.goroutine());
    return new Event.Exit(at);
  }

  private Event block() {
    BlockReason reason = reason(words.bracketed("a reason such as [chan send]"));
    ObjectId object = optionalObject(Kinds.awaited(reason));
    return new Event.Block(at, reason, object, cases().list());
  }

  private Event make() {
    ObjectId id = words.object();
    int capacity = words.take("capacity") ? words.integer("a capacity") : 0;
    tables.objects().make(id, ObjectKind.CHANNEL, at.stack(), capacity);
    return new Event.Make(at, id);
  }

  private Event acquire() {
    ObjectId id = words.object();
    LockMode mode = mode();
    use(id, Kinds.lock(mode));
    return new Event.Acquire(at, id, mode, completion());
  }

  private Event release() {
    ObjectId id = words.object();
    LockMode mode = mode();
    use(id, Kinds.lock(mode));
    return new Event.Release(at, id, mode);
  }

  private Event refused() {
    ObjectId id = words.object();
    LockMode mode = mode();
    use(id, Kinds.lock(mode));
    return new Event.Refused(at, id, mode);
  }

  private Event select() {
    Cases cases = cases();
    boolean ok = !words.take("closed");
    return new Event.Select(at, cases.list(), cases.hasDefault(), cases.chosen(), ok, completion());
  }

  private Event context() {
    ObjectId id = words.object();
    tables.objects().make(id, ObjectKind.CONTEXT, at.stack(), 0);
    ObjectId parent = words.take("below") ? object(ObjectKind.CONTEXT) : ObjectId.NONE;
    return new Event.ContextNew(at, id, parent);
  }

  private Event testBegin() {
    TestId id = words.test();
    String name = words.next("the test's name");
    TestId parent = words.take("in") ? words.test() : TestId.NONE;
    tables.tests().begin(at.goroutine(), new Test(id, name, parent));
    return new Event.TestBegin(at, id);
  }

  private Event testEnd() {
    TestId id = words.test();
    tables.tests().end(id);
    Event.TestStatus status =
        words.choose("how the test ended", Arrays.stream(Event.TestStatus.values()));
    return new Event.TestEnd(at, id, status);
  }

  private Event checkpoint() {
    CheckpointReason reason =
        words.choose(
            "a reason",
            words.bracketed("a reason such as [test end]"),
            CheckpointReason::words,
            List.of(CheckpointReason.values()));
    TestId test = words.nextIsId('t') ? words.test() : TestId.NONE;
    int timers = words.take("timers") ? words.integer("a number") : 0;
    int pollWaiters = words.take("poll-waiters") ? words.integer("a number") : 0;
    List<GoroutineState> goroutines = new ArrayList<>();
    while (!words.isEmpty()) {
      GoroutineId id = words.goroutine();
      GoroutineStatus status = words.choose("a status", Arrays.stream(GoroutineStatus.values()));
      BlockReason why = words.takeBracketed().map(this::reason).orElse(BlockReason.OTHER);
      goroutines.add(new GoroutineState(id, status, why));
    }
    return new Event.Checkpoint(at, reason, test, timers, pollWaiters, List.copyOf(goroutines));
  }

  private GoroutineName name() {
    return new GoroutineName(words.number("a goroutine's name"));
  }

  private Event operation() {
    long number = words.number("the number of the operation");
    if (words.isEmpty()) {
      return new Event.Operation(at, number, AccessKind.NONE, 0);
    }
    AccessKind access = words.choose("an access such as load", Arrays.stream(AccessKind.values()));
    long variable = words.number("the number of a variable");
    if (access != AccessKind.DESCRIPTOR) {
      return new Event.Operation(
          at, number, access, variable, Optional.empty(), timerChange(access));
    }
    DescriptorUse.Of of =
        words.choose("a descriptor such as pipe", Arrays.stream(DescriptorUse.Of.values()));
    DescriptorUse.Way way =
        words.choose("a use such as read", Arrays.stream(DescriptorUse.Way.values()));
    return new Event.Operation(
        at, number, access, variable, Optional.of(new DescriptorUse(of, way)), Optional.empty());
  }

  private Optional<TimerChange> timerChange(AccessKind access) {
    boolean stops = access == AccessKind.UPDATE && words.take("stop");
    if (!stops && (access != AccessKind.UPDATE || !words.take("reset"))) {
      return Optional.empty();
    }
    boolean ticks = words.take("ticker");
    if (!ticks) {
      words.expect("timer");
    }
    return Optional.of(new TimerChange(optionalObject(ObjectKind.TIMER), stops, ticks));
  }

  private Event choice() {
    ChoiceKind kind =
        words.choose(
            "a kind",
            words.bracketed("a kind such as [goroutine]"),
            k -> k.name().toLowerCase(Locale.ROOT),
            List.of(ChoiceKind.values()));
    GoroutineId of = words.goroutine();
    GoroutineName name = name();
    words.expect("point");
    long point = words.number("the number of the point");
    words.expect("chosen");
    long chosen = words.number("what was chosen");
    words.expect("of");
    int options = words.integer("the number of options");
    GoroutineId next = words.isEmpty() ? GoroutineId.NONE : words.goroutine();
    return new Event.Choice(at, kind, of, name, point, options, chosen, next);
  }

  private Event preferred() {
    int preferredCase = words.integer("the index of a case");
    Stage stage =
        words.take("gave-up") ? Stage.GAVE_UP : words.take("came") ? Stage.CAME : Stage.WAITS;
    long micros = words.take("after") ? words.number("the microseconds that it waited") : 0;
    return new Event.Preferred(at, preferredCase, stage, micros);
  }

  private Event.Memory.Moment moment() {
    if (words.take("before")) {
      return new Event.Memory.Before();
    }
    if (words.take("after")) {
      return new Event.Memory.After();
    }
    if (words.take("after-earlier")) {
      return new Event.Memory.AfterEarlier();
    }
    words.expect("before-earlier");
    return new Event.Memory.BeforeEarlier(words.number("how many operations have begun since"));
  }

  private Event earlierAccess() {
    AccessKind access = write() ? AccessKind.WRITE : AccessKind.READ;
    words.expect("of");
    long variable = words.number("the variable");
    words.expect("by");
    GoroutineId by = words.goroutine();
    words.expect("since");
    long since = words.number("how many operations have begun since");
    StackId from = words.take("from") ? tables.stacks().parse(words) : StackId.NONE;
    return new Event.EarlierAccess(at, access, variable, by, from, since);
  }

  private Event race() {
    RacingAccess access = access();
    words.expect("with");
    GoroutineId by = words.goroutine();
    RacingAccess earlier = access();
    StackId stack = words.take("from") ? tables.stacks().parse(words) : StackId.NONE;
    return new Event.Race(at, access, new Event.Race.Earlier(by, earlier, stack));
  }

  private RacingAccess access() {
    if (words.take("send")) {
      return RacingAccess.SEND;
    }
    if (words.take("close")) {
      return RacingAccess.CLOSE;
    }
    boolean atomic = words.take("atomic");
    return RacingAccess.of(write(), atomic);
  }

  private boolean write() {
    boolean write = words.take("write");
    if (!write) {
      words.expect("read");
    }
    return write;
  }

  private ObjectId object(ObjectKind kind) {
    ObjectId id = words.object();
    use(id, kind);
    return id;
  }

  private ObjectId optionalObject(ObjectKind kind) {
    return words.nextIsId('o') ? object(kind) : ObjectId.NONE;
  }

  private Cases cases() {
    Cases cases = Cases.parse(words);
    cases.list().forEach(c -> use(c.channel(), ObjectKind.CHANNEL));
    return cases;
  }

  private void use(ObjectId id, ObjectKind kind) {
    tables.objects().use(id, kind, at.stack());
  }

  private BlockReason reason(String name) {
    return words.choose("a reason", name, BlockReason::words, List.of(BlockReason.values()));
  }

  private LockMode mode() {
    return words.take("read") ? LockMode.READ : LockMode.WRITE;
  }

  private Completion completion() {
    if (words.take("blocked")) {
      return Completion.BLOCKED;
    }
    return words.take("unblocking") ? Completion.UNBLOCKING : Completion.NEITHER;
  }
}

package dev.harrier.tracing.roundtrip;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TimerChange;
import dev.harrier.model.trace.Value;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.text.TextTrace;
import dev.harrier.tracing.wire.EndState;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.ProcessorWriter;
import dev.harrier.tracing.wire.RecordKind;
import dev.harrier.tracing.wire.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Writes a text trace as the binary trace that the hooks would have written: it leaves out what the
 * reader adds (the completions of blocked channel operations) and adds what the reader leaves out
 * (requests, the beginnings of blocked selects).
 */
final class TraceEncoder {
  private static final int CYCLES_PER_NANO = 3;

  private final TextTrace trace;
  private final SplittableRandom random;
  private final List<ProcessorWriter> processors = new ArrayList<>();
  private final StackEncoder stacks;
  private ProcessorWriter out;

  private TraceEncoder(TextTrace trace, TraceWriter writer, long seed, int processorCount) {
    this.trace = trace;
    this.stacks = new StackEncoder(trace);
    this.random = new SplittableRandom(seed);
    for (int p = 0; p < processorCount; p++) {
      processors.add(writer.processor(p));
    }
    this.out = processors.getFirst();
  }

  /**
   * Writes {@code trace}, each event by a processor that {@code seed} picks.
   *
   * @return what knows the program counters in the file
   */
  static Symbolizer write(TextTrace trace, Path file, long seed, int processors)
      throws IOException {
    try (TraceWriter writer = TraceWriter.create(file, header(trace))) {
      TraceEncoder encoder = new TraceEncoder(trace, writer, seed, processors);
      encoder.encode(trace.events());
      if (trace.replay(e -> {}) instanceof Completeness.Whole) {
        long nanos = trace.events().getLast().nanos();
        writer.end(0, nanos, nanos * CYCLES_PER_NANO);
      }
      return encoder.stacks.symbols();
    }
  }

  private static FileHeader header(TextTrace trace) {
    return new FileHeader(
        0,
        4096,
        trace.header().pid(),
        trace.header().start().toEpochMilli() * 1_000_000,
        0,
        0,
        0,
        1 << 20,
        0,
        EndState.BEING_WRITTEN,
        0,
        0,
        0,
        0,
        0,
        0,
        false,
        0,
        trace.header().goVersion(),
        trace.header().executable());
  }

  private void encode(List<Event> events) {
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      out = processors.get(random.nextInt(processors.size()));
      out.clocks(event.nanos() * CYCLES_PER_NANO, event.nanos());
      out.goroutine(event.goroutine().value());
      out.unordered(RecordKind.CLOCK, 0, 0, event.nanos() * CYCLES_PER_NANO);
      encode(event, i + 1 < events.size() ? partner(events.get(i + 1)) : 0);
    }
  }

  /** Whom an operation completes if the event after it is the completion of a blocked one. */
  private static long partner(Event next) {
    boolean completed =
        switch (next) {
          case Event.Send e -> e.completion() == Completion.BLOCKED;
          case Event.Receive e -> e.completion() == Completion.BLOCKED;
          default -> false;
        };
    return completed ? next.goroutine().value() : 0;
  }

  private void encode(Event event, long partner) {
    switch (event) {
      case Event.Spawn e -> {
        Goroutine child = trace.goroutine(e.child());
        long flags = child.system() ? 1L << 32 : 0;
        int stack = stack(e);
        long start = stacks.offset(child.start()) | flags;
        long timer = e.timer().equals(ObjectId.NONE) ? 0 : address(e.timer());
        if (!e.name().equals(GoroutineName.NONE)) {
          out.ordered(
              RecordKind.SPAWN, 0, stack, e.child().value(), start, timer, e.name().value());
        } else if (timer != 0) {
          out.ordered(RecordKind.SPAWN, 0, stack, e.child().value(), start, timer);
        } else {
          out.ordered(RecordKind.SPAWN, 0, stack, e.child().value(), start);
        }
      }
      case Event.Exit _ -> out.ordered(RecordKind.EXIT, 0, 0);
      case Event.Block e -> block(e);
      case Event.Unblock e -> unblock(e.target());
      case Event.Make e -> {
        long capacity = trace.object(e.object()).capacity();
        out.ordered(RecordKind.MAKE, 0, stack(e), address(e.object()) | capacity << 48);
      }
      case Event.Acquire e ->
          out.object(RecordKind.ACQUIRE, 0, site(e), object(e.lock(), e.mode()));
      case Event.Release e ->
          out.object(RecordKind.RELEASE, 0, site(e), object(e.lock(), e.mode()));
      case Event.Refused e ->
          out.object(RecordKind.REFUSED, 0, site(e), object(e.lock(), e.mode()));
      case Event.Collected e -> out.ordered(RecordKind.FREED, 0, 0, address(e.lock()));
      case Event.Send e -> operation(RecordKind.SEND, 0, e, e.channel(), e.completion(), partner);
      case Event.Receive e ->
          operation(RecordKind.RECEIVE, e.ok() ? 0 : 2, e, e.channel(), e.completion(), partner);
      case Event.Close e -> out.ordered(RecordKind.CLOSE, 0, stack(e), address(e.channel()));
      case Event.Select e -> select(e, partner);
      case Event.Wait e ->
          out.object(RecordKind.WAITED, 0, stack(e), object(e.object(), LockMode.WRITE));
      case Event.Add e -> add(e);
      case Event.Signal e -> out.ordered(RecordKind.SIGNAL, 0, stack(e), address(e.cond()));
      case Event.Broadcast e -> out.ordered(RecordKind.BROADCAST, 0, stack(e), address(e.cond()));
      case Event.ContextNew e ->
          out.ordered(
              RecordKind.CONTEXT_NEW, 0, stack(e), address(e.context()), address(e.parent()));
      case Event.ContextDone e ->
          out.ordered(
              RecordKind.CONTEXT_DONE, 0, stack(e), address(e.context()), address(e.channel()));
      case Event.ContextCancel e ->
          out.ordered(RecordKind.CONTEXT_CANCEL, 0, stack(e), address(e.context()));
      case Event.TimerSet e ->
          out.ordered(RecordKind.TIMER_SET, 0, stack(e), object(e.timer(), LockMode.WRITE));
      case Event.TimerFire e -> out.ordered(RecordKind.TIMER_FIRE, 0, 0, address(e.channel()));
      case Event.Panic e -> out.text(RecordKind.PANIC, e.fatal() ? 1 : 0, stack(e), e.message());
      case Event.TestBegin e -> {
        Test test = trace.test(e.test());
        long parent = test.parent().value();
        out.text(RecordKind.TEST_BEGIN, 0, e.test().value(), test.name(), parent);
      }
      case Event.TestFail e -> out.ordered(RecordKind.TEST_FAIL, 0, stack(e), e.test().value());
      case Event.TestEnd e ->
          out.ordered(
              RecordKind.TEST_END,
              switch (e.status()) {
                case PASSED -> 0;
                case FAILED -> 1;
                case SKIPPED -> 2;
                case UNKNOWN -> throw new IllegalArgumentException("the format has no such status");
              },
              e.test().value());
      case Event.Checkpoint e -> checkpoint(e);
      case Event.Choice e ->
          out.ordered(
              RecordKind.CHOICE,
              0,
              (int) e.point(),
              e.name().value(),
              e.kind().code() | (long) (hasStack(e.kind()) ? stack(e) : e.options()) << 8,
              e.of().value(),
              e.next().value(),
              e.kind() == ChoiceKind.FAULT ? e.options() | e.chosen() << 8 : e.chosen());
      case Event.Recovered e -> out.ordered(RecordKind.RECOVERED, 0, stack(e));
      case Event.Input e ->
          out.ordered(RecordKind.INPUT, 0, List.of(InputKind.values()).indexOf(e.kind()) + 1);
      case Event.Message e -> value(RecordKind.MESSAGE, 0, 0, e.value(), address(e.channel()));
      case Event.Memory e -> memory(e);
      case Event.EarlierAccess e ->
          out.ordered(
              RecordKind.ACCESS,
              e.access() == AccessKind.WRITE ? 1 : 0,
              stacks.stack(e.from(), out),
              e.variable(),
              e.by().value() | e.since() << 32);
      case Event.Race e -> race(e);
      case Event.Lost _ -> throw new IllegalArgumentException("nothing is written of what is lost");
      case Event.Operation e -> operation(e);
      case Event.Preferred e ->
          out.ordered(
              RecordKind.PREFERRED,
              stageCode(e.stage()),
              site(e),
              (e.preferredCase() & 0xffff) | (e.micros() << 16));
    }
  }

  private static int stageCode(Event.Preferred.Stage stage) {
    return switch (stage) {
      case WAITS -> 0;
      case GAVE_UP -> 1;
      case CAME -> 2;
    };
  }

  private void memory(Event.Memory event) {
    int flags =
        switch (event.moment()) {
          case Event.Memory.Before _ -> 0;
          case Event.Memory.After _ -> 1;
          case Event.Memory.BeforeEarlier _ -> 2;
          case Event.Memory.AfterEarlier _ -> 3;
        };
    int since =
        event.moment() instanceof Event.Memory.BeforeEarlier earlier
            ? (int) earlier.since() << 9
            : 0;
    if (event.value().isEmpty()) {
      out.text(RecordKind.MEMORY, flags, since | 0xff, "", 0, 0);
    } else {
      value(RecordKind.MEMORY, flags, since, event.value().get(), 0);
    }
  }

  private void value(RecordKind record, int flags, int operand, Value value, long object) {
    switch (value) {
      case Value.Nil v -> out.text(record, flags, operand | 22 | 1 << 8, v.type(), object, 0);
      case Value.Truth v ->
          out.text(record, flags, operand | 1, v.type(), object, v.value() ? 1 : 0);
      case Value.Numeric v when v.type().equals("float64") ->
          out.text(
              record,
              flags,
              operand | 14,
              v.type(),
              object,
              Double.doubleToRawLongBits(Double.parseDouble(v.digits())));
      case Value.Numeric v when v.type().equals("uint64") ->
          out.text(
              record, flags, operand | 11, v.type(), object, Long.parseUnsignedLong(v.digits()));
      case Value.Numeric v ->
          out.text(record, flags, operand | 6, v.type(), object, Long.parseLong(v.digits()));
      case Value.Text v -> out.text(record, flags, operand | 24, v.start(), object, v.length());
      case Value.Collection v ->
          out.text(record, flags, operand | 23, v.type(), object, v.length());
      case Value.Bits v -> out.text(record, flags, operand, v.text(), v.next(), v.word());
      case Value.Opaque v -> out.text(record, flags, operand | 25, v.type(), object, 0);
      case Value.Struct _ -> throw new IllegalArgumentException("no trace has fields: " + value);
    }
  }

  private void race(Event.Race event) {
    Event.Race.Earlier earlier = event.earlier();
    out.ordered(
        RecordKind.RACE,
        (event.access().isWrite() ? 1 : 0) | (earlier.access().isWrite() ? 2 : 0),
        stack(event),
        (event.access().isAtomic() ? 1L << 48 : 0)
            | (earlier.access().isAtomic() ? 1L << 49 : 0)
            | (event.access() == RacingAccess.SEND || event.access() == RacingAccess.CLOSE
                ? 1L << 50
                : 0),
        earlier.by().value() | (long) stacks.stack(earlier.stack(), out) << 32);
  }

  private void operation(Event.Operation event) {
    int number = (int) event.number();
    switch (event.access()) {
      case NONE -> out.ordered(RecordKind.OPERATION, 0, number);
      case LOAD -> out.ordered(RecordKind.OPERATION, 1, number, event.variable(), site(event));
      case STORE -> out.ordered(RecordKind.OPERATION, 2, number, event.variable(), site(event));
      case READ -> out.ordered(RecordKind.OPERATION, 5, number, event.variable(), site(event));
      case WRITE -> out.ordered(RecordKind.OPERATION, 6, number, event.variable(), site(event));
      case UPDATE -> update(event, number);
      case DESCRIPTOR ->
          out.ordered(
              RecordKind.OPERATION,
              4,
              number,
              event.variable(),
              site(event) | (long) code(event.use().orElseThrow()) << 32);
    }
  }

  private void update(Event.Operation event, int number) {
    Optional<TimerChange> change = event.timer();
    if (change.isEmpty()) {
      out.ordered(RecordKind.OPERATION, 3, number, event.variable(), site(event));
      return;
    }
    out.ordered(
        RecordKind.OPERATION,
        3,
        number,
        event.variable(),
        site(event) | (long) change.get().code() << 32,
        change.get().timer().equals(ObjectId.NONE)
            ? 0
            : object(change.get().timer(), LockMode.WRITE));
  }

  private static int code(DescriptorUse use) {
    return IntStream.range(0, 1 << Byte.SIZE)
        .filter(code -> DescriptorUse.of(code).filter(use::equals).isPresent())
        .findFirst()
        .orElseThrow();
  }

  private static boolean hasStack(ChoiceKind kind) {
    return kind == ChoiceKind.COMPUTING || kind == ChoiceKind.FAULT;
  }

  private void block(Event.Block event) {
    long reason = Numbers.of(event.reason()) << 48;
    int stack = stack(event);
    switch (event.reason()) {
      case SELECT -> {
        out.ordered(RecordKind.SELECT, 4, 0, select(event.cases(), false, -2, 0));
        out.ordered(RecordKind.BLOCK, 0, stack, reason);
      }
      case MUTEX_LOCK, RWMUTEX_LOCK, WAIT_GROUP, COND -> {
        out.ordered(RecordKind.REQUEST, 0, stack, object(event.object(), LockMode.WRITE));
        out.ordered(RecordKind.BLOCK, 0, stack, Numbers.of(BlockReason.SEMAPHORE) << 48);
      }
      case RWMUTEX_RLOCK -> {
        out.ordered(RecordKind.REQUEST, 0, stack, object(event.object(), LockMode.READ));
        out.ordered(RecordKind.BLOCK, 0, stack, Numbers.of(BlockReason.SEMAPHORE) << 48);
      }
      case CHAN_SEND,
          CHAN_RECEIVE,
          NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          EMPTY_SELECT,
          SEMAPHORE,
          SLEEP,
          IO,
          OTHER,
          COROUTINE ->
          out.ordered(RecordKind.BLOCK, 0, stack, address(event.object()) | reason);
    }
  }

  private void unblock(GoroutineId target) {
    long id = target.value();
    if (id >>> 32 == 0) {
      out.ordered(RecordKind.UNBLOCK, 0, (int) id);
    } else {
      out.ordered(RecordKind.UNBLOCK, 0, (int) id, id >>> 32);
    }
  }

  private void operation(
      RecordKind kind,
      int flags,
      Event event,
      ObjectId channel,
      Completion completion,
      long partner) {
    switch (completion) {
      case NEITHER -> out.object(kind, flags, site(event), address(channel));
      case UNBLOCKING -> out.ordered(kind, flags | 1, site(event), address(channel), partner);
      case BLOCKED -> {}
    }
  }

  private void select(Event.Select event, long partner) {
    int notOk = event.ok() ? 0 : 2;
    switch (event.completion()) {
      case BLOCKED ->
          out.ordered(RecordKind.SELECT_DONE, event.ok() ? 0 : 1, site(event), event.chosen());
      case UNBLOCKING -> {
        long[] words = select(event.cases(), event.hasDefault(), event.chosen(), partner);
        out.ordered(RecordKind.SELECT, 1 | notOk, site(event), words);
      }
      case NEITHER -> {
        if (event.hasDefault() && event.chosen() < 0 && event.cases().size() == 1) {
          SelectCase only = event.cases().getFirst();
          long receive = only.direction() == SelectCase.Direction.RECEIVE ? 1L << 48 : 0;
          out.object(RecordKind.TRY_FAIL, 0, site(event), address(only.channel()) | receive);
        } else {
          long[] words = select(event.cases(), event.hasDefault(), event.chosen(), 0);
          out.ordered(RecordKind.SELECT, notOk, site(event), words);
        }
      }
    }
  }

  private long[] select(List<SelectCase> cases, boolean hasDefault, int chosen, long partner) {
    long sends = cases.stream().filter(c -> c.direction() == SelectCase.Direction.SEND).count();
    long[] words = new long[2 + cases.size()];
    words[0] =
        sends
            | (cases.size() - sends) << 16
            | (chosen & 0xffffL) << 32
            | (hasDefault ? 1L << 48 : 0);
    words[1] = partner;
    for (int i = 0; i < cases.size(); i++) {
      words[2 + i] = address(cases.get(i).channel());
    }
    return words;
  }

  private void add(Event.Add event) {
    long group = address(event.group());
    switch (event.delta()) {
      case 1 -> out.ordered(RecordKind.ADD, 1, stack(event), group);
      case -1 -> out.ordered(RecordKind.ADD, 2, stack(event), group);
      default -> out.ordered(RecordKind.ADD, 0, stack(event), group, event.delta());
    }
  }

  private void checkpoint(Event.Checkpoint event) {
    out.ordered(
        RecordKind.CHECKPOINT,
        0,
        Numbers.of(event.reason()),
        event.test().value() | (long) event.timers() << 32,
        event.pollWaiters() | (long) event.goroutines().size() << 32);
    for (Event.Checkpoint.GoroutineState state : event.goroutines()) {
      long id = state.id().value();
      long word = Numbers.of(state.status()) | Numbers.of(state.reason()) << 8;
      out.unordered(RecordKind.GOROUTINE_STATE, 0, (int) id, word | id >>> 32 << 32);
    }
  }

  private static long address(ObjectId id) {
    return id.equals(ObjectId.NONE) ? 0 : 0xc000000000L + id.value() * 64;
  }

  private long object(ObjectId id, LockMode mode) {
    ObjectKind kind = trace.object(id).kind();
    long shared = mode == LockMode.READ ? 1L << 52 : 0;
    return address(id) | Numbers.of(kind) << 48 | shared;
  }

  /** The call site, for kinds that say nothing more of their stack. */
  private int site(Event event) {
    return stacks.site(event.stack());
  }

  private int stack(Event event) {
    return stacks.stack(event.stack(), out);
  }
}

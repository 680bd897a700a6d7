package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.order.RecordSink;
import dev.harrier.tracing.wire.RecordCursor;
import java.util.function.Consumer;

/** Turns the records of one replay into events. */
final class Decoder implements RecordSink {
  private final StackTable stacks;
  private final Clock clock;
  private final Emitter emitter;
  private final GoroutineDecodeStates routines = new GoroutineDecodeStates();
  private final Waits waits = new Waits();
  private final CheckpointBuilder checkpoint = new CheckpointBuilder(routines);
  private final ChannelRecords channels;
  private final ChoiceRecords choices;
  private final LockRecords locks;
  private final LifeRecords lives;
  private final ProgramRecords program;

  private long lastCycles;
  private long unreadable;
  private long unknown;
  private long repeated;

  Decoder(Tables tables, Clock clock, Consumer<? super Event> sink) {
    this.stacks = tables.stacks();
    this.clock = clock;
    this.emitter = new Emitter(sink);
    LiveObjects objects = new LiveObjects(tables.objects());
    this.channels = new ChannelRecords(stacks, objects, waits, routines, emitter);
    this.choices = new ChoiceRecords(stacks, emitter);
    this.locks = new LockRecords(stacks, objects, emitter);
    this.lives = new LifeRecords(tables, objects, waits, routines, emitter);
    this.program = new ProgramRecords(tables, objects, emitter);
  }

  /** To be called after the last record. */
  void end() {
    checkpoint.take().ifPresent(emitter::emit);
  }

  /** How many records did not make sense, or were announced and not found. */
  long unreadable() {
    return unreadable + checkpoint.missing();
  }

  /** How many events happened that are not told one by one, because they repeat others. */
  long repeated() {
    return repeated;
  }

  /** How many records were of kinds that only a newer reader knows. */
  long unknown() {
    return unknown;
  }

  @Override
  public void gap(long missing) {
    if (checkpoint.isPending()) {
      checkpoint.take().ifPresent(emitter::emit);
    }
    emitter.emit(new Event.Lost(emitter.at(routines.get(0), StackId.NONE), missing));
    locks.gap();
  }

  @Override
  public void unordered(RecordCursor record) {
    switch (record.kind()) {
      case STACK -> stacks.define(record);
      case GOROUTINE_STATE -> checkpoint.add(record);
      case REPEAT -> repeated += record.operand() * record.word(0);
      default -> {}
    }
  }

  @Override
  public void ordered(RecordCursor record) {
    if (checkpoint.isPending()) {
      checkpoint.take().ifPresent(emitter::emit);
    }
    if (record.cycles() != lastCycles) {
      lastCycles = record.cycles();
      emitter.advance(clock.nanos(lastCycles));
    }
    GoroutineDecodeState routine = routines.get(record.goroutine());
    // A goroutine that does something is not blocked: its completion was lost, or a close ended it.
    waits.end(routine);
    boolean understood = decode(record, routine);
    unreadable += understood ? 0 : 1;
  }

  private boolean decode(RecordCursor record, GoroutineDecodeState routine) {
    switch (record.kind()) {
      case SPAWN -> lives.spawn(record, routine);
      case EXIT -> lives.exit(routine);
      case BLOCK -> lives.block(record, routine);
      case UNBLOCK -> lives.unblock(record, routine);
      case MAKE -> channels.make(record, routine);
      case SEND -> {
        return channels.send(record, routine);
      }
      case RECEIVE -> {
        return channels.receive(record, routine);
      }
      case CLOSE -> channels.close(record, routine);
      case SELECT -> {
        return channels.select(record, routine);
      }
      case SELECT_DONE -> {
        return channels.selectDone(record, routine);
      }
      case TRY_FAIL -> channels.tryFail(record, routine);
      case REQUEST -> locks.request(record, routine);
      case ACQUIRE -> locks.acquire(record, routine);
      case RELEASE -> locks.release(record, routine);
      case ADD -> locks.add(record, routine);
      case WAITED -> locks.waited(record, routine);
      case SIGNAL -> locks.signal(record, routine);
      case BROADCAST -> locks.broadcast(record, routine);
      case FREED -> locks.freed(record, routine);
      case CONTEXT_NEW -> program.contextNew(record, routine);
      case CONTEXT_DONE -> program.contextDone(record, routine);
      case CONTEXT_CANCEL -> program.contextCancel(record, routine);
      case TIMER_FIRE -> program.timerFire(record, routine);
      case TIMER_SET -> program.timerSet(record, routine);
      case PANIC -> program.panic(record, routine);
      case RECOVERED -> program.recovered(record, routine);
      case RACE -> program.race(record, routine);
      case TEST_BEGIN -> program.testBegin(record, routine);
      case TEST_FAIL -> program.testFail(record, routine);
      case TEST_END -> program.testEnd(record, routine);
      case CHECKPOINT -> checkpoint.begin(record, emitter.at(routine, StackId.NONE));
      case CHOICE -> {
        return choices.choice(record, routine);
      }
      case OPERATION -> choices.operation(record, routine);
      case PREFERRED -> choices.preferred(record, routine);
      case END -> {}
      case UNKNOWN_ORDERED -> unknown++;
      case GOROUTINE, STACK, TICK, CLOCK, GOROUTINE_STATE, REPEAT, UNKNOWN_UNORDERED ->
          throw new IllegalArgumentException("not an ordered record: " + record.kind());
    }
    return true;
  }
}

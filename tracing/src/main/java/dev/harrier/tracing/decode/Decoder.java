package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.order.RecordSink;
import dev.harrier.tracing.table.LiveGoroutines;
import dev.harrier.tracing.table.LiveObjects;
import dev.harrier.tracing.table.Tables;
import dev.harrier.tracing.wire.RecordCursor;
import dev.harrier.tracing.wire.RecordKind;
import java.util.function.Consumer;

/** Turns the records of one replay into events. */
final class Decoder implements RecordSink {
  private final StackNumbers stacks;
  private final Clock clock;
  private final Emitter emitter;
  private final LiveGoroutines<GoroutineDecodeState> goroutines =
      new LiveGoroutines<>(GoroutineDecodeState::new);
  private final Waits waits = new Waits();
  private final CheckpointBuilder checkpoint = new CheckpointBuilder(goroutines);
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
    this.stacks = new StackNumbers(tables.stacks());
    this.clock = clock;
    this.emitter = new Emitter(sink);
    LiveObjects objects = new LiveObjects(tables.objects());
    this.channels = new ChannelRecords(stacks, objects, waits, goroutines, emitter);
    this.choices = new ChoiceRecords(stacks, objects, emitter);
    this.locks = new LockRecords(stacks, objects, emitter);
    this.lives = new LifeRecords(tables, stacks, objects, waits, goroutines, emitter);
    this.program = new ProgramRecords(tables, stacks, objects, emitter);
  }

  /** To be called after the last record. */
  void end() {
    checkpoint.take().ifPresent(emitter::emit);
  }

  /** How many records did not make sense, or were announced and not found. */
  long unreadable() {
    return unreadable + checkpoint.missing();
  }

  /** How many events happened that are not recorded one by one, because they repeat others. */
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
    emitter.emit(new Event.Lost(emitter.at(goroutines.get(0), StackId.NONE), missing));
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
    // No schedule decides when a collection comes, so that it has no time.
    if (record.cycles() != lastCycles && record.kind() != RecordKind.FREED) {
      lastCycles = record.cycles();
      emitter.advance(clock.nanos(lastCycles));
    }
    GoroutineDecodeState goroutine = goroutines.get(record.goroutine());
    // A goroutine that does something is not blocked: its completion was lost, or a close ended it.
    waits.end(goroutine);
    boolean understood = decode(record, goroutine);
    unreadable += understood ? 0 : 1;
  }

  private boolean decode(RecordCursor record, GoroutineDecodeState goroutine) {
    switch (record.kind()) {
      case SPAWN -> lives.spawn(record, goroutine);
      case EXIT -> lives.exit(goroutine);
      case BLOCK -> lives.block(record, goroutine);
      case UNBLOCK -> lives.unblock(record, goroutine);
      case MAKE -> channels.make(record, goroutine);
      case SEND -> {
        return channels.send(record, goroutine);
      }
      case RECEIVE -> {
        return channels.receive(record, goroutine);
      }
      case MESSAGE -> {
        return channels.message(record, goroutine);
      }
      case CLOSE -> channels.close(record, goroutine);
      case SELECT -> {
        return channels.select(record, goroutine);
      }
      case SELECT_DONE -> {
        return channels.selectDone(record, goroutine);
      }
      case TRY_FAIL -> channels.tryFail(record, goroutine);
      case REQUEST -> locks.request(record, goroutine);
      case ACQUIRE -> locks.acquire(record, goroutine);
      case RELEASE -> locks.release(record, goroutine);
      case REFUSED -> locks.refused(record, goroutine);
      case ADD -> locks.add(record, goroutine);
      case WAITED -> locks.waited(record, goroutine);
      case SIGNAL -> locks.signal(record, goroutine);
      case BROADCAST -> locks.broadcast(record, goroutine);
      case FREED -> locks.freed(record, goroutine);
      case CONTEXT_NEW -> program.contextNew(record, goroutine);
      case CONTEXT_DONE -> program.contextDone(record, goroutine);
      case CONTEXT_CANCEL -> program.contextCancel(record, goroutine);
      case TIMER_FIRE -> program.timerFire(record, goroutine);
      case TIMER_SET -> program.timerSet(record, goroutine);
      case PANIC -> program.panic(record, goroutine);
      case RECOVERED -> program.recovered(record, goroutine);
      case RACE -> program.race(record, goroutine);
      case TEST_BEGIN -> program.testBegin(record, goroutine);
      case TEST_FAIL -> program.testFail(record, goroutine);
      case TEST_END -> program.testEnd(record, goroutine);
      case CHECKPOINT -> checkpoint.begin(record, emitter.at(goroutine, StackId.NONE));
      case CHOICE -> {
        return choices.choice(record, goroutine);
      }
      case INPUT -> {
        return choices.input(record, goroutine);
      }
      case OPERATION -> choices.operation(record, goroutine);
      case MEMORY -> {
        return choices.memory(record, goroutine);
      }
      case ACCESS -> choices.earlierAccess(record, goroutine);
      case PREFERRED -> choices.preferred(record, goroutine);
      case END -> {}
      case UNKNOWN_ORDERED -> unknown++;
      case GOROUTINE, STACK, TICK, CLOCK, GOROUTINE_STATE, REPEAT, UNKNOWN_UNORDERED ->
          throw new IllegalArgumentException("not an ordered record: " + record.kind());
    }
    return true;
  }
}

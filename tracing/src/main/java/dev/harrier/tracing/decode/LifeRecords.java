package dev.harrier.tracing.decode;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import dev.harrier.tracing.decode.GoroutineDecodeState.PendingSelect;
import dev.harrier.tracing.table.LiveGoroutines;
import dev.harrier.tracing.table.LiveObject;
import dev.harrier.tracing.table.LiveObjects;
import dev.harrier.tracing.table.Tables;
import dev.harrier.tracing.wire.RecordCursor;
import java.util.List;

/** Records of goroutines: born, parked, readied, ended. */
final class LifeRecords {
  private static final int SYSTEM = 1;

  /** The word with the timer whose function the child runs; 0 if there is none. */
  private static final int TIMER = 2;

  /** The word with the name, in controlled runs. */
  private static final int NAME = 3;

  private final Tables tables;
  private final StackNumbers stacks;
  private final LiveObjects objects;
  private final Waits waits;
  private final LiveGoroutines<GoroutineDecodeState> goroutines;
  private final Emitter emitter;

  LifeRecords(
      Tables tables,
      StackNumbers stacks,
      LiveObjects objects,
      Waits waits,
      LiveGoroutines<GoroutineDecodeState> goroutines,
      Emitter emitter) {
    this.tables = tables;
    this.stacks = stacks;
    this.objects = objects;
    this.waits = waits;
    this.goroutines = goroutines;
    this.emitter = emitter;
  }

  void spawn(RecordCursor record, GoroutineDecodeState goroutine) {
    GoroutineId child = goroutines.get(record.word(0)).id();
    StackId stack = stacks.indexed(record.operand());
    long function = record.word(1);
    boolean system = (function >>> 32 & SYSTEM) != 0;
    TestId test = tables.tests().spawn(goroutine.id(), child);
    tables.goroutines().add(child.value(), goroutine.id(), stack, (int) function, test, system);
    ObjectId timer =
        record.words() > TIMER && record.word(TIMER) != 0
            ? objects.idOrNone(record.word(TIMER), ObjectKind.TIMER, StackId.NONE)
            : ObjectId.NONE;
    GoroutineName name =
        record.words() > NAME ? new GoroutineName(record.word(NAME)) : GoroutineName.NONE;
    emitter.emit(new Event.Spawn(emitter.at(goroutine, stack), child, timer, name));
  }

  void exit(GoroutineDecodeState goroutine) {
    tables.tests().exit(goroutine.id());
    emitter.emit(new Event.Exit(emitter.at(goroutine, StackId.NONE)));
    goroutines.forget(goroutine.id());
  }

  /** A lock, wait or once that was requested is what it waits for, whatever the scheduler says. */
  void block(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.word(0);
    StackId stack = stacks.indexed(record.operand());
    BlockReason told = Codes.blockReason(Codes.high(word));
    LiveObject requested = goroutine.requested();
    if (requested != null) {
      BlockReason reason = Codes.waitsFor(requested.kind(), goroutine.requestedMode(), told);
      park(goroutine, stack, reason, requested.id(), List.of());
      return;
    }
    switch (told) {
      case CHAN_SEND -> blockOnChannel(word, goroutine, stack, told, Direction.SEND);
      case CHAN_RECEIVE -> blockOnChannel(word, goroutine, stack, told, Direction.RECEIVE);
      case SELECT -> park(goroutine, stack, told, ObjectId.NONE, casesOf(goroutine));
      case MUTEX_LOCK -> blockOn(word, goroutine, stack, told, ObjectKind.MUTEX);
      case RWMUTEX_LOCK, RWMUTEX_RLOCK -> blockOn(word, goroutine, stack, told, ObjectKind.RWMUTEX);
      case WAIT_GROUP -> blockOn(word, goroutine, stack, told, ObjectKind.WAIT_GROUP);
      case COND -> blockOn(word, goroutine, stack, told, ObjectKind.COND);
      case SEMAPHORE -> blockOn(word, goroutine, stack, told, ObjectKind.SEMAPHORE);
      case NIL_CHAN_SEND, NIL_CHAN_RECEIVE, EMPTY_SELECT, SLEEP, IO, OTHER, COROUTINE ->
          park(goroutine, stack, told, ObjectId.NONE, List.of());
    }
  }

  void unblock(RecordCursor record, GoroutineDecodeState goroutine) {
    long high = record.words() > 0 ? record.word(0) << 32 : 0;
    GoroutineDecodeState target = goroutines.get(Integer.toUnsignedLong(record.operand()) | high);
    emitter.emit(new Event.Unblock(emitter.at(goroutine, StackId.NONE), target.id()));
  }

  private void blockOnChannel(
      long word,
      GoroutineDecodeState goroutine,
      StackId stack,
      BlockReason reason,
      Direction direction) {
    if (LiveObjects.isNil(word)) {
      park(goroutine, stack, reason, ObjectId.NONE, List.of());
      return;
    }
    ObjectId channel = objects.channel(word, stack);
    park(goroutine, stack, reason, channel, List.of());
    waits.begin(new Wait(goroutine, direction, channel, stack));
  }

  private void blockOn(
      long word,
      GoroutineDecodeState goroutine,
      StackId stack,
      BlockReason reason,
      ObjectKind kind) {
    park(goroutine, stack, reason, objects.idOrNone(word, kind, stack), List.of());
  }

  private void park(
      GoroutineDecodeState goroutine,
      StackId stack,
      BlockReason reason,
      ObjectId object,
      List<SelectCase> cases) {
    goroutine.park(reason);
    At at = emitter.at(goroutine, stack);
    emitter.emit(new Event.Block(at, reason, object, cases));
  }

  private static List<SelectCase> casesOf(GoroutineDecodeState goroutine) {
    PendingSelect select = goroutine.pendingSelect();
    return select == null ? List.of() : select.cases();
  }
}

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
  private final LiveObjects objects;
  private final Waits waits;
  private final GoroutineDecodeStates routines;
  private final Emitter emitter;

  LifeRecords(
      Tables tables,
      LiveObjects objects,
      Waits waits,
      GoroutineDecodeStates routines,
      Emitter emitter) {
    this.tables = tables;
    this.objects = objects;
    this.waits = waits;
    this.routines = routines;
    this.emitter = emitter;
  }

  void spawn(RecordCursor record, GoroutineDecodeState routine) {
    GoroutineId child = routines.get(record.word(0)).id();
    StackId stack = tables.stacks().indexed(record.operand());
    long function = record.word(1);
    boolean system = (function >>> 32 & SYSTEM) != 0;
    TestId test = tables.tests().spawn(routine.id(), child);
    tables.goroutines().add(child.value(), routine.id(), stack, (int) function, test, system);
    ObjectId timer =
        record.words() > TIMER && record.word(TIMER) != 0
            ? objects.idOrNone(record.word(TIMER), ObjectKind.TIMER, StackId.NONE)
            : ObjectId.NONE;
    GoroutineName name =
        record.words() > NAME ? new GoroutineName(record.word(NAME)) : GoroutineName.NONE;
    emitter.emit(new Event.Spawn(emitter.at(routine, stack), child, timer, name));
  }

  void exit(GoroutineDecodeState routine) {
    tables.tests().exit(routine.id());
    emitter.emit(new Event.Exit(emitter.at(routine, StackId.NONE)));
    routines.exit(routine);
  }

  /** A lock, wait or once that was requested is what it waits for, whatever the scheduler says. */
  void block(RecordCursor record, GoroutineDecodeState routine) {
    long word = record.word(0);
    StackId stack = tables.stacks().indexed(record.operand());
    BlockReason told = Codes.blockReason(Codes.high(word));
    LiveObject requested = routine.requested();
    if (requested != null) {
      BlockReason reason = Codes.waitsFor(requested.kind(), routine.requestedMode(), told);
      park(routine, stack, reason, requested.id(), List.of());
      return;
    }
    switch (told) {
      case CHAN_SEND -> blockOnChannel(word, routine, stack, told, Direction.SEND);
      case CHAN_RECEIVE -> blockOnChannel(word, routine, stack, told, Direction.RECEIVE);
      case SELECT -> park(routine, stack, told, ObjectId.NONE, casesOf(routine));
      case MUTEX_LOCK -> blockOn(word, routine, stack, told, ObjectKind.MUTEX);
      case RWMUTEX_LOCK, RWMUTEX_RLOCK -> blockOn(word, routine, stack, told, ObjectKind.RWMUTEX);
      case WAIT_GROUP -> blockOn(word, routine, stack, told, ObjectKind.WAIT_GROUP);
      case COND -> blockOn(word, routine, stack, told, ObjectKind.COND);
      case SEMAPHORE -> blockOn(word, routine, stack, told, ObjectKind.SEMAPHORE);
      case NIL_CHAN_SEND, NIL_CHAN_RECEIVE, EMPTY_SELECT, SLEEP, IO, OTHER ->
          park(routine, stack, told, ObjectId.NONE, List.of());
    }
  }

  void unblock(RecordCursor record, GoroutineDecodeState routine) {
    long high = record.words() > 0 ? record.word(0) << 32 : 0;
    GoroutineDecodeState target = routines.get(Integer.toUnsignedLong(record.operand()) | high);
    emitter.emit(new Event.Unblock(emitter.at(routine, StackId.NONE), target.id()));
  }

  private void blockOnChannel(
      long word,
      GoroutineDecodeState routine,
      StackId stack,
      BlockReason reason,
      Direction direction) {
    if (LiveObjects.isNil(word)) {
      park(routine, stack, reason, ObjectId.NONE, List.of());
      return;
    }
    ObjectId channel = objects.channel(word, stack);
    park(routine, stack, reason, channel, List.of());
    waits.begin(new Wait(routine, direction, channel, stack));
  }

  private void blockOn(
      long word, GoroutineDecodeState routine, StackId stack, BlockReason reason, ObjectKind kind) {
    park(routine, stack, reason, objects.idOrNone(word, kind, stack), List.of());
  }

  private void park(
      GoroutineDecodeState routine,
      StackId stack,
      BlockReason reason,
      ObjectId object,
      List<SelectCase> cases) {
    routine.park(reason);
    At at = emitter.at(routine, stack);
    emitter.emit(new Event.Block(at, reason, object, cases));
  }

  private static List<SelectCase> casesOf(GoroutineDecodeState routine) {
    PendingSelect select = routine.pendingSelect();
    return select == null ? List.of() : select.cases();
  }
}

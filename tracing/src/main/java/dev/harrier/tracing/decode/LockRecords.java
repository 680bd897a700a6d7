package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.wire.RecordCursor;

/** Records of locks, onces, wait groups and conds. */
final class LockRecords {
  private static final int PLUS_ONE = 1;
  private static final int MINUS_ONE = 2;

  private final StackTable stacks;
  private final LiveObjects objects;
  private final Emitter emitter;
  private long lastGap = -1;

  LockRecords(StackTable stacks, LiveObjects objects, Emitter emitter) {
    this.stacks = stacks;
    this.objects = objects;
    this.emitter = emitter;
  }

  /** Records are missing here, releases maybe among them. */
  void gap() {
    lastGap = emitter.order();
  }

  void request(RecordCursor record, GoroutineDecodeState routine) {
    long word = record.word(0);
    StackId stack = stacks.indexed(record.operand());
    LiveObject object = objects.at(word, Codes.objectKind(word), stack);
    routine.request(object, Codes.lockMode(word));
  }

  void acquire(RecordCursor record, GoroutineDecodeState routine) {
    long word = record.objectWord();
    LockMode mode = Codes.lockMode(word);
    ObjectKind kind = Codes.objectKind(word);
    StackId stack = stacks.callSite(record.operand());
    LiveObject lock = objects.at(word, kind, stack);
    if (!lock.allows(mode) && lock.lastAcquired() > lastGap) {
      lock = objects.replace(word, kind, stack);
    }
    Event.Acquire event =
        new Event.Acquire(emitter.at(routine, stack), lock.id(), mode, routine.complete(lock));
    lock.acquire(mode, emitter.order());
    emitter.emit(event);
  }

  void release(RecordCursor record, GoroutineDecodeState routine) {
    long word = record.objectWord();
    LockMode mode = Codes.lockMode(word);
    StackId stack = stacks.callSite(record.operand());
    LiveObject lock = objects.at(word, Codes.objectKind(word), stack);
    lock.release(mode);
    emitter.emit(new Event.Release(emitter.at(routine, stack), lock.id(), mode));
  }

  void add(RecordCursor record, GoroutineDecodeState routine) {
    StackId stack = stacks.indexed(record.operand());
    LiveObject group = objects.at(record.word(0), ObjectKind.WAIT_GROUP, stack);
    int delta =
        switch (record.flags()) {
          case PLUS_ONE -> 1;
          case MINUS_ONE -> -1;
          default -> record.words() > 1 ? (int) record.word(1) : 0;
        };
    emitter.emit(new Event.Add(emitter.at(routine, stack), group.id(), delta));
  }

  void waited(RecordCursor record, GoroutineDecodeState routine) {
    long word = record.objectWord();
    StackId stack = stacks.indexed(record.operand());
    LiveObject object = objects.at(word, Codes.objectKind(word), stack);
    emitter.emit(new Event.Wait(emitter.at(routine, stack), object.id(), routine.complete(object)));
  }

  void signal(RecordCursor record, GoroutineDecodeState routine) {
    StackId stack = stacks.indexed(record.operand());
    LiveObject cond = objects.at(record.word(0), ObjectKind.COND, stack);
    emitter.emit(new Event.Signal(emitter.at(routine, stack), cond.id()));
  }

  /**
   * A collection found the locks dead; what is at their addresses from here on is new. That of a
   * lock which is held is an event; where records are missing, its release may be among them.
   */
  void freed(RecordCursor record, GoroutineDecodeState routine) {
    for (int i = 0; i < record.words(); i++) {
      long word = record.word(i);
      for (LiveObject dead = objects.firstAt(word); dead != null; dead = dead.next()) {
        if (dead.isHeld() && dead.lastAcquired() > lastGap) {
          emitter.emit(new Event.Collected(emitter.at(routine, StackId.NONE), dead.id()));
        }
      }
      objects.forget(word);
    }
  }

  void broadcast(RecordCursor record, GoroutineDecodeState routine) {
    StackId stack = stacks.indexed(record.operand());
    LiveObject cond = objects.at(record.word(0), ObjectKind.COND, stack);
    emitter.emit(new Event.Broadcast(emitter.at(routine, stack), cond.id()));
  }
}

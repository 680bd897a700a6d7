package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.table.LiveObject;
import dev.harrier.tracing.table.LiveObjects;
import dev.harrier.tracing.wire.RecordCursor;

/** Records of locks, onces, wait groups and conds. */
final class LockRecords {
  private static final int PLUS_ONE = 1;
  private static final int MINUS_ONE = 2;

  private final StackNumbers stacks;
  private final LiveObjects objects;
  private final Emitter emitter;

  LockRecords(StackNumbers stacks, LiveObjects objects, Emitter emitter) {
    this.stacks = stacks;
    this.objects = objects;
    this.emitter = emitter;
  }

  /** Records are missing here, releases maybe among them. */
  void gap() {
    objects.gap(emitter.order());
  }

  void request(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.word(0);
    StackId stack = stacks.indexed(record.operand());
    LiveObject object = objects.at(word, Codes.objectKind(word), stack);
    goroutine.request(object, Codes.lockMode(word));
  }

  /** A {@code Once} is entered once in its life. */
  void acquire(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.objectWord();
    LockMode mode = Codes.lockMode(word);
    ObjectKind kind = Codes.objectKind(word);
    StackId stack = stacks.callSite(record.operand());
    LiveObject lock = objects.at(word, kind, stack);
    boolean entered = kind == ObjectKind.ONCE && lock.lastAcquired() > 0;
    if (objects.refuses(lock, mode) || (entered && objects.isAfterGap(lock))) {
      lock = objects.replace(word, kind, stack);
    }
    Event.Acquire event =
        new Event.Acquire(emitter.at(goroutine, stack), lock.id(), mode, goroutine.complete(lock));
    lock.acquire(mode, emitter.order());
    emitter.emit(event);
  }

  void release(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.objectWord();
    LockMode mode = Codes.lockMode(word);
    StackId stack = stacks.callSite(record.operand());
    LiveObject lock = objects.at(word, Codes.objectKind(word), stack);
    lock.release(mode);
    emitter.emit(new Event.Release(emitter.at(goroutine, stack), lock.id(), mode));
  }

  void refused(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.objectWord();
    StackId stack = stacks.callSite(record.operand());
    LiveObject lock = objects.at(word, Codes.objectKind(word), stack);
    emitter.emit(new Event.Refused(emitter.at(goroutine, stack), lock.id(), Codes.lockMode(word)));
  }

  void add(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.indexed(record.operand());
    LiveObject group = objects.at(record.word(0), ObjectKind.WAIT_GROUP, stack);
    int delta =
        switch (record.flags()) {
          case PLUS_ONE -> 1;
          case MINUS_ONE -> -1;
          default -> record.words() > 1 ? (int) record.word(1) : 0;
        };
    emitter.emit(new Event.Add(emitter.at(goroutine, stack), group.id(), delta));
  }

  void waited(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.objectWord();
    StackId stack = stacks.indexed(record.operand());
    LiveObject object = objects.at(word, Codes.objectKind(word), stack);
    emitter.emit(
        new Event.Wait(emitter.at(goroutine, stack), object.id(), goroutine.complete(object)));
  }

  void signal(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.indexed(record.operand());
    LiveObject cond = objects.at(record.word(0), ObjectKind.COND, stack);
    emitter.emit(new Event.Signal(emitter.at(goroutine, stack), cond.id()));
  }

  /**
   * A collection found the locks dead; what is at their addresses from here on is new. That of a
   * lock which is held is an event; where records are missing, its release may be among them.
   */
  void freed(RecordCursor record, GoroutineDecodeState goroutine) {
    for (int i = 0; i < record.words(); i++) {
      long word = record.word(i);
      for (LiveObject dead = objects.firstAt(word); dead != null; dead = dead.next()) {
        if (objects.isHeld(dead)) {
          emitter.emit(new Event.Collected(emitter.at(goroutine, StackId.NONE), dead.id()));
        }
      }
      objects.forget(word);
    }
  }

  void broadcast(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.indexed(record.operand());
    LiveObject cond = objects.at(record.word(0), ObjectKind.COND, stack);
    emitter.emit(new Event.Broadcast(emitter.at(goroutine, stack), cond.id()));
  }
}

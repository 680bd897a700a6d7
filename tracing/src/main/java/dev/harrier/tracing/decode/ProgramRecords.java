package dev.harrier.tracing.decode;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import dev.harrier.tracing.table.LiveObjects;
import dev.harrier.tracing.table.Tables;
import dev.harrier.tracing.wire.RecordCursor;

/** Records of contexts, timers, panics, races and tests. */
final class ProgramRecords {
  private static final int MADE = 1;
  private static final int FATAL = 1;
  private static final int WRITES = 1;
  private static final int EARLIER_WROTE = 2;
  private static final long ATOMIC = 1L << 48;
  private static final long EARLIER_ATOMIC = 1L << 49;
  private static final long ON_CHANNEL = 1L << 50;
  private static final int FAILED = 1;
  private static final int SKIPPED = 2;

  private final Tables tables;
  private final StackNumbers stacks;
  private final LiveObjects objects;
  private final Emitter emitter;

  ProgramRecords(Tables tables, StackNumbers stacks, LiveObjects objects, Emitter emitter) {
    this.tables = tables;
    this.stacks = stacks;
    this.objects = objects;
    this.emitter = emitter;
  }

  void contextNew(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.indexed(record.operand());
    ObjectId parent = objects.idOrNone(record.word(1), ObjectKind.CONTEXT, stack);
    ObjectId context = objects.makeContext(record.word(0), stack);
    emitter.emit(new Event.ContextNew(emitter.at(goroutine, stack), context, parent));
  }

  void contextDone(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.indexed(record.operand());
    ObjectId context = objects.idOrNone(record.word(0), ObjectKind.CONTEXT, stack);
    ObjectId channel = objects.channelOrNone(record.word(1), stack);
    emitter.emit(new Event.ContextDone(emitter.at(goroutine, stack), context, channel));
  }

  void contextCancel(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.indexed(record.operand());
    ObjectId context = objects.idOrNone(record.word(0), ObjectKind.CONTEXT, stack);
    emitter.emit(new Event.ContextCancel(emitter.at(goroutine, stack), context));
  }

  void timerFire(RecordCursor record, GoroutineDecodeState goroutine) {
    ObjectId channel = objects.channelOrNone(record.word(0), StackId.NONE);
    emitter.emit(new Event.TimerFire(emitter.at(goroutine, StackId.NONE), channel));
  }

  void timerSet(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.word(0);
    StackId stack = stacks.indexed(record.operand());
    ObjectId timer;
    if (Codes.objectKind(word) == ObjectKind.CHANNEL) {
      timer = objects.channel(word, stack);
    } else if ((record.flags() & MADE) != 0) {
      timer = objects.replace(word, ObjectKind.TIMER, stack).id();
    } else {
      timer = objects.at(word, ObjectKind.TIMER, stack).id();
    }
    emitter.emit(new Event.TimerSet(emitter.at(goroutine, stack), timer));
  }

  void panic(RecordCursor record, GoroutineDecodeState goroutine) {
    At at = emitter.at(goroutine, stacks.indexed(record.operand()));
    emitter.emit(new Event.Panic(at, record.text(0), (record.flags() & FATAL) != 0));
  }

  void recovered(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.indexed(record.operand());
    emitter.emit(new Event.Recovered(emitter.at(goroutine, stack)));
  }

  void race(RecordCursor record, GoroutineDecodeState goroutine) {
    long earlier = record.word(1);
    long word = record.word(0);
    int flags = record.flags();
    emitter.emit(
        new Event.Race(
            emitter.at(goroutine, stacks.indexed(record.operand())),
            access(word, (flags & WRITES) != 0, ATOMIC),
            new Event.Race.Earlier(
                new GoroutineId(earlier & 0xffff_ffffL),
                access(word, (flags & EARLIER_WROTE) != 0, EARLIER_ATOMIC),
                stacks.indexed((int) (earlier >>> 32)))));
  }

  private static RacingAccess access(long word, boolean write, long atomic) {
    if ((word & ON_CHANNEL) != 0) {
      return write ? RacingAccess.CLOSE : RacingAccess.SEND;
    }
    return RacingAccess.of(write, (word & atomic) != 0);
  }

  void testBegin(RecordCursor record, GoroutineDecodeState goroutine) {
    TestId id = new TestId(record.operand());
    TestId parent = new TestId((int) record.word(0));
    tables.tests().begin(goroutine.id(), new Test(id, record.text(1), parent));
    emitter.emit(new Event.TestBegin(emitter.at(goroutine, StackId.NONE), id));
  }

  void testFail(RecordCursor record, GoroutineDecodeState goroutine) {
    At at = emitter.at(goroutine, stacks.indexed(record.operand()));
    emitter.emit(new Event.TestFail(at, new TestId((int) record.word(0))));
  }

  void testEnd(RecordCursor record, GoroutineDecodeState goroutine) {
    TestId id = new TestId(record.operand());
    tables.tests().end(id);
    At at = emitter.at(goroutine, StackId.NONE);
    emitter.emit(new Event.TestEnd(at, id, status(record.flags())));
  }

  private static Event.TestStatus status(int flags) {
    if ((flags & FAILED) != 0) {
      return Event.TestStatus.FAILED;
    }
    return (flags & SKIPPED) != 0 ? Event.TestStatus.SKIPPED : Event.TestStatus.PASSED;
  }
}

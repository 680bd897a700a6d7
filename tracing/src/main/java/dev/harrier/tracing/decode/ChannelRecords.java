package dev.harrier.tracing.decode;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Value;
import dev.harrier.tracing.decode.GoroutineDecodeState.PendingSelect;
import dev.harrier.tracing.table.LiveGoroutines;
import dev.harrier.tracing.table.LiveObjects;
import dev.harrier.tracing.wire.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Records of channel operations, and the completions that they imply. */
final class ChannelRecords {
  private static final int UNBLOCKING = 1;
  private static final int NOT_OK = 2;
  private static final int BLOCKS = 4;

  /** A send or receive that is the one case of a select with a default. */
  private static final int TRIES = 4;

  private static final int DONE_NOT_OK = 1;
  private static final int DEFAULT = -1;

  /** In the place of the partner. */
  private static final long IN_SELECT = 0;

  private final StackNumbers stacks;
  private final LiveObjects objects;
  private final Waits waits;
  private final LiveGoroutines<GoroutineDecodeState> goroutines;
  private final Emitter emitter;

  ChannelRecords(
      StackNumbers stacks,
      LiveObjects objects,
      Waits waits,
      LiveGoroutines<GoroutineDecodeState> goroutines,
      Emitter emitter) {
    this.stacks = stacks;
    this.objects = objects;
    this.waits = waits;
    this.goroutines = goroutines;
    this.emitter = emitter;
  }

  void make(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.word(0);
    StackId stack = stacks.indexed(record.operand());
    ObjectId channel = objects.makeChannel(word, stack, Codes.high(word));
    emitter.emit(new Event.Make(emitter.at(goroutine, stack), channel));
  }

  /** False if the partner that the record names does not wait for it. */
  boolean send(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.callSite(record.operand());
    ObjectId channel = objects.channel(record.objectWord(), stack);
    boolean unblocking = (record.flags() & UNBLOCKING) != 0;
    At at = emitter.at(goroutine, stack);
    emitter.emit(
        (record.flags() & TRIES) == 0
            ? new Event.Send(at, channel, completion(unblocking))
            : tried(at, Direction.SEND, channel, true, unblocking));
    return !unblocking || completePartner(record, Direction.RECEIVE, channel);
  }

  /** False if the partner that the record names does not wait for it. */
  boolean receive(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.callSite(record.operand());
    ObjectId channel = objects.channel(record.objectWord(), stack);
    boolean unblocking = (record.flags() & UNBLOCKING) != 0;
    boolean ok = (record.flags() & NOT_OK) == 0;
    At at = emitter.at(goroutine, stack);
    emitter.emit(
        (record.flags() & TRIES) == 0
            ? new Event.Receive(at, channel, ok, completion(unblocking))
            : tried(at, Direction.RECEIVE, channel, ok, unblocking));
    return !unblocking || completePartner(record, Direction.SEND, channel);
  }

  private static Event tried(
      At at, Direction direction, ObjectId channel, boolean ok, boolean unblocking) {
    List<SelectCase> cases = List.of(new SelectCase(direction, channel));
    return new Event.Select(at, cases, true, 0, ok, completion(unblocking));
  }

  /** False if it is of a kind that this reader does not know. */
  boolean message(RecordCursor record, GoroutineDecodeState goroutine) {
    Optional<Value> value = ValueRecords.of(record);
    if (value.isEmpty() || LiveObjects.isNil(record.word(0))) {
      return false;
    }
    ObjectId channel = objects.channel(record.word(0), StackId.NONE);
    emitter.emit(new Event.Message(emitter.at(goroutine, StackId.NONE), channel, value.get()));
    return true;
  }

  /** A goroutine that waits to receive gets nothing; one that waits to send will panic. */
  void close(RecordCursor record, GoroutineDecodeState goroutine) {
    StackId stack = stacks.indexed(record.operand());
    ObjectId channel = objects.channel(record.word(0), stack);
    emitter.emit(new Event.Close(emitter.at(goroutine, stack), channel));
    for (Wait wait : waits.of(channel)) {
      complete(wait, false);
    }
  }

  void tryFail(RecordCursor record, GoroutineDecodeState goroutine) {
    long word = record.objectWord();
    StackId stack = stacks.callSite(record.operand());
    Direction direction = Codes.high(word) == 0 ? Direction.SEND : Direction.RECEIVE;
    List<SelectCase> cases = List.of(new SelectCase(direction, objects.channelOrNone(word, stack)));
    At at = emitter.at(goroutine, stack);
    emitter.emit(new Event.Select(at, cases, true, DEFAULT, true, Completion.NEITHER));
  }

  /** A select that did not block, or the cases of one that is about to; false if it is damaged. */
  boolean select(RecordCursor record, GoroutineDecodeState goroutine) {
    long head = record.word(0);
    int sends = (int) head & 0xffff;
    int count = sends + ((int) (head >>> 16) & 0xffff);
    int chosen = (short) (head >>> 32);
    boolean blocks = (record.flags() & BLOCKS) != 0;
    boolean choiceKnown = blocks || (chosen >= DEFAULT && chosen < count);
    if (count != record.words() - 2 || !choiceKnown) {
      return false;
    }
    if (!blocks && chosen >= 0 && LiveObjects.isNil(record.word(2 + chosen))) {
      return false; // no goroutine can choose a nil channel
    }
    StackId stack = stacks.callSite(record.operand());
    List<SelectCase> cases = cases(record, sends, count, stack);
    boolean hasDefault = (head >>> 48 & 1) != 0;
    if (blocks) {
      goroutine.pendingSelect(new PendingSelect(cases, hasDefault));
      return true;
    }
    boolean unblocking = (record.flags() & UNBLOCKING) != 0;
    boolean ok = chosen < sends || (record.flags() & NOT_OK) == 0;
    At at = emitter.at(goroutine, stack);
    emitter.emit(new Event.Select(at, cases, hasDefault, chosen, ok, completion(unblocking)));
    if (!unblocking || chosen < 0) {
      return !unblocking;
    }
    ObjectId channel = objects.channel(record.word(2 + chosen), stack);
    Direction other = chosen < sends ? Direction.RECEIVE : Direction.SEND;
    return completePartner(record, other, channel);
  }

  /** The end of a select that blocked; false if the trace did not record its beginning. */
  boolean selectDone(RecordCursor record, GoroutineDecodeState goroutine) {
    PendingSelect select = goroutine.pendingSelect();
    int chosen = (short) record.word(0);
    if (select == null
        || chosen < 0
        || chosen >= select.cases().size()
        || select.cases().get(chosen).channel().equals(ObjectId.NONE)) {
      return false;
    }
    goroutine.pendingSelect(null);
    boolean receives = select.cases().get(chosen).direction() == Direction.RECEIVE;
    boolean ok = !receives || (record.flags() & DONE_NOT_OK) == 0;
    At at = emitter.at(goroutine, stacks.callSite(record.operand()));
    emitter.emit(
        new Event.Select(at, select.cases(), select.hasDefault(), chosen, ok, Completion.BLOCKED));
    return true;
  }

  /** Makes the completion of the partner's operation, unless that is a select. */
  private boolean completePartner(RecordCursor record, Direction direction, ObjectId channel) {
    if (record.words() < 2) {
      return false;
    }
    long partner = record.word(1);
    if (partner == IN_SELECT) {
      return true;
    }
    Wait wait = goroutines.get(partner).blockedOperation();
    if (wait == null || wait.direction() != direction || !wait.channel().equals(channel)) {
      return false;
    }
    complete(wait, true);
    return true;
  }

  private void complete(Wait wait, boolean ok) {
    GoroutineDecodeState goroutine = wait.goroutine();
    ObjectId channel = wait.channel();
    waits.end(goroutine);
    switch (wait.direction()) {
      case SEND -> {
        if (ok) {
          At at = emitter.at(goroutine, wait.stack());
          emitter.emit(new Event.Send(at, channel, Completion.BLOCKED));
        }
      }
      case RECEIVE -> {
        At at = emitter.at(goroutine, wait.stack());
        emitter.emit(new Event.Receive(at, channel, ok, Completion.BLOCKED));
      }
    }
  }

  private List<SelectCase> cases(RecordCursor record, int sends, int count, StackId stack) {
    List<SelectCase> cases = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Direction direction = i < sends ? Direction.SEND : Direction.RECEIVE;
      cases.add(new SelectCase(direction, objects.channelOrNone(record.word(2 + i), stack)));
    }
    return List.copyOf(cases);
  }

  private static Completion completion(boolean unblocking) {
    return unblocking ? Completion.UNBLOCKING : Completion.NEITHER;
  }
}

package dev.harrier.tracing.decode;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.wire.RecordCursor;

/** Records of what a controlled run decided, and of the preferred cases of selects. */
final class ChoiceRecords {
  private static final int GAVE_UP = 1;
  private static final int CAME = 2;

  private final StackTable stacks;
  private final Emitter emitter;

  ChoiceRecords(StackTable stacks, Emitter emitter) {
    this.stacks = stacks;
    this.emitter = emitter;
  }

  /** False if it is of a kind that this reader does not know. */
  boolean choice(RecordCursor record, GoroutineDecodeState routine) {
    ChoiceKind kind;
    switch ((int) record.word(1) & 0xff) {
      case 1 -> kind = ChoiceKind.GOROUTINE;
      case 2 -> kind = ChoiceKind.CASE;
      case 3 -> kind = ChoiceKind.TIMER;
      case 6 -> kind = ChoiceKind.WATCHDOG;
      case 7 -> kind = ChoiceKind.MISSED;
      default -> {
        return false;
      }
    }
    At at = emitter.at(routine, StackId.NONE);
    emitter.emit(
        new Event.Choice(
            at,
            kind,
            new GoroutineId(record.word(2)),
            (int) record.word(0),
            Integer.toUnsignedLong(record.operand()),
            (int) (record.word(1) >>> 8),
            (int) (record.word(0) >>> 32),
            record.word(3) == 0 ? GoroutineId.NONE : new GoroutineId(record.word(3))));
    return true;
  }

  /** Who gives up a preferred case begins its select again. */
  void preferred(RecordCursor record, GoroutineDecodeState routine) {
    Event.Preferred.Wish wish =
        (record.flags() & GAVE_UP) != 0
            ? Event.Preferred.Wish.GAVE_UP
            : (record.flags() & CAME) != 0 ? Event.Preferred.Wish.CAME : Event.Preferred.Wish.WAITS;
    if (wish == Event.Preferred.Wish.GAVE_UP) {
      routine.pendingSelect(null);
    }
    At at = emitter.at(routine, stacks.callSite(record.operand()));
    long word = record.word(0);
    emitter.emit(new Event.Preferred(at, (short) word, wish, word >>> 16));
  }
}

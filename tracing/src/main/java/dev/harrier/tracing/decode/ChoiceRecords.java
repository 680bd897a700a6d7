package dev.harrier.tracing.decode;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TimerChange;
import dev.harrier.model.trace.Value;
import dev.harrier.tracing.table.LiveObjects;
import dev.harrier.tracing.wire.RecordCursor;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Optional;

/** Records of what a controlled run decided, and of the preferred cases of selects. */
final class ChoiceRecords {
  private static final int GAVE_UP = 1;
  private static final int CAME = 2;
  private static final int CHOSEN = 4;
  private static final int FAULT_BITS = 8;
  private static final int FAULT = 0xff;
  private static final long NUMBER = 0xffff_ffffL;
  private static final int ACCESSES = 7;
  private static final int AFTER = 1;
  private static final int EARLIER = 2;
  private static final int SINCE = 9;
  private static final int WRITES = 1;
  private static final int BEGUN = 32;
  private static final int USE = 32;
  private static final int TIMER = 2;
  private static final String CONNECTION = "connection";

  private static final InputKind[] INPUTS = InputKind.values();

  private final StackNumbers stacks;
  private final LiveObjects objects;
  private final Emitter emitter;
  private final Long2LongOpenHashMap variables = new Long2LongOpenHashMap();

  /** Those that no operation has accessed: what a run records only at times numbers no others. */
  private final Long2LongOpenHashMap others = new Long2LongOpenHashMap();

  ChoiceRecords(StackNumbers stacks, LiveObjects objects, Emitter emitter) {
    this.stacks = stacks;
    this.objects = objects;
    this.emitter = emitter;
  }

  /** False if it is of a kind that this reader does not know. */
  boolean choice(RecordCursor record, GoroutineDecodeState goroutine) {
    ChoiceKind kind = ChoiceKind.of(record.word(1) & 0xff).orElse(null);
    if (kind == null) {
      return false;
    }
    // Before 1.5 goroutines were numbered, and there was one word less.
    boolean named = record.words() > CHOSEN;
    int options = (int) (record.word(1) >>> 8);
    boolean fails = kind == ChoiceKind.FAULT;
    boolean hasStack = fails || kind == ChoiceKind.COMPUTING;
    long chosen = named ? record.word(CHOSEN) : record.word(0) >>> 32;
    At at = emitter.at(goroutine, hasStack ? stacks.indexed(options) : StackId.NONE);
    emitter.emit(
        new Event.Choice(
            at,
            kind,
            new GoroutineId(record.word(2)),
            new GoroutineName(named ? record.word(0) : record.word(0) & NUMBER),
            Integer.toUnsignedLong(record.operand()),
            fails ? (int) chosen & FAULT : hasStack ? 0 : options,
            fails ? chosen >>> FAULT_BITS : chosen,
            record.word(3) == 0 ? GoroutineId.NONE : new GoroutineId(record.word(3))));
    return true;
  }

  /** In a controlled run a goroutine begins an operation. */
  void operation(RecordCursor record, GoroutineDecodeState goroutine) {
    AccessKind access =
        switch (record.flags() & ACCESSES) {
          case 1 -> AccessKind.LOAD;
          case 2 -> AccessKind.STORE;
          case 3 -> AccessKind.UPDATE;
          case 4 -> AccessKind.DESCRIPTOR;
          case 5 -> AccessKind.READ;
          case 6 -> AccessKind.WRITE;
          default -> AccessKind.NONE;
        };
    boolean tells = access != AccessKind.NONE && record.words() > 1;
    StackId stack = tells ? stacks.callSite((int) record.word(1)) : StackId.NONE;
    long variable = tells ? variables.computeIfAbsent(record.word(0), this::another) : 0;
    long number = Integer.toUnsignedLong(record.operand());
    Optional<DescriptorUse> use =
        tells && access == AccessKind.DESCRIPTOR
            ? DescriptorUse.of((int) (record.word(1) >>> USE))
            : Optional.empty();
    Optional<TimerChange> timer =
        record.words() > TIMER ? timer((int) (record.word(1) >>> USE), record) : Optional.empty();
    boolean unknown = access == AccessKind.DESCRIPTOR && use.isEmpty();
    emitter.emit(
        new Event.Operation(
            emitter.at(goroutine, stack),
            number,
            unknown ? AccessKind.UPDATE : access,
            variable,
            use,
            timer));
  }

  private Optional<TimerChange> timer(int code, RecordCursor record) {
    long word = record.word(TIMER);
    ObjectId timer =
        Codes.objectKind(word) == ObjectKind.CHANNEL
            ? objects.knownChannel(word)
            : objects.known(word, ObjectKind.TIMER);
    return TimerChange.of(code, timer);
  }

  /** A connection is named by its address, as in the operations that use it. */
  private Value numbered(Value value) {
    if (!(value instanceof Value.Numeric(String type, String address))
        || !type.equals(CONNECTION)) {
      return value;
    }
    long number = variables.computeIfAbsent(Long.parseUnsignedLong(address), this::another);
    return new Value.Numeric(type, Long.toString(number));
  }

  /** False if it is of a kind that this reader does not know. */
  boolean memory(RecordCursor record, GoroutineDecodeState goroutine) {
    int kind = record.operand() & ValueRecords.KIND;
    Optional<Value> value = ValueRecords.inMemory(record).map(this::numbered);
    if (value.isEmpty() && kind != ValueRecords.UNKNOWN) {
      return false;
    }
    Event.Memory.Moment moment =
        switch (record.flags() & (AFTER | EARLIER)) {
          case AFTER -> new Event.Memory.After();
          case EARLIER -> new Event.Memory.BeforeEarlier(record.operand() >>> SINCE);
          case AFTER | EARLIER -> new Event.Memory.AfterEarlier();
          default -> new Event.Memory.Before();
        };
    emitter.emit(new Event.Memory(emitter.at(goroutine, StackId.NONE), moment, value));
    return true;
  }

  void earlierAccess(RecordCursor record, GoroutineDecodeState goroutine) {
    long made = record.word(1);
    emitter.emit(
        new Event.EarlierAccess(
            emitter.at(goroutine, StackId.NONE),
            (record.flags() & WRITES) != 0 ? AccessKind.WRITE : AccessKind.READ,
            known(record.word(0)),
            new GoroutineId(made & NUMBER),
            stacks.indexed(record.operand()),
            made >>> BEGUN));
  }

  /** False if it is of a kind that this reader does not know. */
  boolean input(RecordCursor record, GoroutineDecodeState goroutine) {
    int code = record.operand() - 1;
    boolean known = code >= 0 && code < INPUTS.length;
    if (!known || INPUTS[code] == InputKind.LEFT_BEHIND) {
      return false;
    }
    emitter.emit(new Event.Input(emitter.at(goroutine, StackId.NONE), INPUTS[code]));
    return true;
  }

  private long known(long address) {
    return variables.containsKey(address)
        ? variables.get(address)
        : others.computeIfAbsent(address, _ -> -1L - others.size());
  }

  private long another(long address) {
    return variables.size() + 1L;
  }

  /** A goroutine that gives up a preferred case begins its select again. */
  void preferred(RecordCursor record, GoroutineDecodeState goroutine) {
    Event.Preferred.Stage stage =
        (record.flags() & GAVE_UP) != 0
            ? Event.Preferred.Stage.GAVE_UP
            : (record.flags() & CAME) != 0
                ? Event.Preferred.Stage.CAME
                : Event.Preferred.Stage.WAITS;
    if (stage == Event.Preferred.Stage.GAVE_UP) {
      goroutine.pendingSelect(null);
    }
    At at = emitter.at(goroutine, stacks.callSite(record.operand()));
    long word = record.word(0);
    emitter.emit(new Event.Preferred(at, (short) word, stage, word >>> 16));
  }
}

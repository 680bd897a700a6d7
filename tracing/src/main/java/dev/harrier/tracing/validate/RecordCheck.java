package dev.harrier.tracing.validate;

import dev.harrier.tracing.order.RecordSink;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.RecordCursor;
import dev.harrier.tracing.wire.RecordKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks what only records show. */
final class RecordCheck implements RecordSink {
  private static final int KEPT = 100;

  private final long textSize;
  private final List<Violation> violations = new ArrayList<>();

  /** The latest cycle counter of each processor. */
  private final Map<RecordCursor, Long> cycles = new HashMap<>();

  RecordCheck(FileHeader header) {
    this.textSize = header.textEnd() - header.textStart();
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  @Override
  public void gap(long missing) {
    // The replay of the events reports what is missing as a whole.
  }

  @Override
  public void ordered(RecordCursor record) {
    clock(record);
    switch (record.kind()) {
      case SEND, RECEIVE, SELECT, SELECT_DONE, TRY_FAIL, ACQUIRE, RELEASE ->
          counter(record, record.operand());
      case SPAWN -> counter(record, (int) record.word(1));
      case UNKNOWN_ORDERED -> add(record, Invariant.WELL_FORMED, "a record of an unknown kind");
      default -> {}
    }
  }

  @Override
  public void unordered(RecordCursor record) {
    clock(record);
    if (record.kind() == RecordKind.STACK) {
      for (int i = 0; i < record.words(); i++) {
        counter(record, (int) record.word(i));
        counter(record, (int) (record.word(i) >>> 32));
      }
    }
  }

  private void clock(RecordCursor record) {
    Long before = cycles.put(record, record.cycles());
    if (before != null && before > record.cycles()) {
      add(
          record,
          Invariant.CLOCK_FORWARD,
          "the cycle counter %d after %d".formatted(record.cycles(), before));
    }
  }

  private void counter(RecordCursor record, int offset) {
    if (Integer.toUnsignedLong(offset) >= textSize && offset != 0) {
      add(
          record,
          Invariant.COUNTER_IN_TEXT,
          "the program counter %#x in a text segment of %#x bytes".formatted(offset, textSize));
    }
  }

  private void add(RecordCursor record, Invariant invariant, String what) {
    if (violations.size() < KEPT) {
      violations.add(
          new Violation(invariant, 0, "at offset " + record.offset() + ": found " + what));
    }
  }
}

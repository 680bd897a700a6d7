package dev.harrier.tracing.order;

import dev.harrier.tracing.wire.RecordCursor;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Merges the records of all processors by ticket; a binary heap of cursors. */
public final class Merge {
  private final RecordCursor[] heap;
  private final RecordSink sink;
  private int size;
  private long expected = 1;
  private long missing;
  private long repeated;

  private Merge(List<RecordCursor> cursors, RecordSink sink) {
    this.heap = new RecordCursor[cursors.size()];
    this.sink = sink;
    for (RecordCursor cursor : cursors) {
      if (advance(cursor)) {
        heap[size++] = cursor;
      }
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
  }

  /** Hands all records of {@code cursors} to {@code sink} and reports what was missing. */
  public static Result run(List<RecordCursor> cursors, RecordSink sink) {
    return runWhile(() -> true, cursors, sink);
  }

  /** The same, until {@code wantsMore} says no between two records. */
  public static Result runWhile(
      BooleanSupplier wantsMore, List<RecordCursor> cursors, RecordSink sink) {
    Merge merge = new Merge(cursors, sink);
    merge.run(wantsMore);
    return new Result(merge.expected - 1, merge.missing, merge.repeated);
  }

  /**
   * What the tickets said.
   *
   * @param lastTicket the last one seen
   * @param missing how many tickets below {@code lastTicket} have no record
   * @param repeated how many records were dropped because their tickets had been passed
   */
  public record Result(long lastTicket, long missing, long repeated) {}

  private void run(BooleanSupplier wantsMore) {
    while (size > 0 && wantsMore.getAsBoolean()) {
      RecordCursor first = heap[0];
      deliver(first);
      if (!advance(first)) {
        heap[0] = heap[--size];
      }
      siftDown(0);
    }
  }

  private void deliver(RecordCursor record) {
    long ticket = record.ticket();
    if (ticket < expected) {
      repeated++;
      return;
    }
    if (ticket > expected) {
      missing += ticket - expected;
      sink.gap(ticket - expected);
    }
    expected = ticket + 1;
    sink.ordered(record);
  }

  /** Moves to the cursor's next ordered record; false at its end. */
  private boolean advance(RecordCursor cursor) {
    while (cursor.next()) {
      if (cursor.isOrdered()) {
        return true;
      }
      sink.unordered(cursor);
    }
    return false;
  }

  private void siftDown(int start) {
    int parent = start;
    while (true) {
      int child = 2 * parent + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && heap[child + 1].ticket() < heap[child].ticket()) {
        child++;
      }
      if (heap[parent].ticket() <= heap[child].ticket()) {
        return;
      }
      RecordCursor swap = heap[parent];
      heap[parent] = heap[child];
      heap[child] = swap;
      parent = child;
    }
  }
}

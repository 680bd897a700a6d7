package dev.harrier.tracing.order;

import dev.harrier.tracing.wire.RecordCursor;

/** Takes the records of a trace in their order. A record is valid during the call only. */
public interface RecordSink {
  /** The next record of the total order. */
  void ordered(RecordCursor record);

  /** A record without a place in the order. */
  void unordered(RecordCursor record);

  /** Records are missing between the last ordered one and the next. */
  void gap(long missing);
}

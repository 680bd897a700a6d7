package dev.harrier.tracing.decode;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event.Checkpoint;
import dev.harrier.model.trace.Event.Checkpoint.GoroutineState;
import dev.harrier.model.trace.GoroutineStatus;
import dev.harrier.model.trace.TestId;
import dev.harrier.tracing.table.LiveGoroutines;
import dev.harrier.tracing.wire.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects a checkpoint and the goroutine states that follow it. */
final class CheckpointBuilder {
  private final LiveGoroutines<GoroutineDecodeState> goroutines;
  private @Nullable Checkpoint pending;
  private List<GoroutineState> states = new ArrayList<>();
  private long expected;
  private long missing;

  CheckpointBuilder(LiveGoroutines<GoroutineDecodeState> goroutines) {
    this.goroutines = goroutines;
  }

  void begin(RecordCursor record, At at) {
    long first = record.word(0);
    long second = record.word(1);
    pending =
        new Checkpoint(
            at,
            Codes.checkpointReason(record.operand()),
            new TestId((int) first),
            (int) (first >>> 32),
            (int) second,
            List.of());
    expected = second >>> 32;
    states = new ArrayList<>();
  }

  void add(RecordCursor record) {
    if (pending == null || states.size() >= expected) {
      return;
    }
    long word = record.word(0);
    long id = Integer.toUnsignedLong(record.operand()) | word >>> 32 << 32;
    GoroutineStatus status = Codes.status((int) word & 0xff);
    GoroutineDecodeState goroutine = goroutines.get(id);
    states.add(new GoroutineState(goroutine.id(), status, reason(word, status, goroutine)));
  }

  /** The whole checkpoint, once. */
  Optional<Checkpoint> take() {
    Checkpoint c = pending;
    if (c == null) {
      return Optional.empty();
    }
    pending = null;
    missing += expected - states.size();
    return Optional.of(
        new Checkpoint(
            c.at(), c.reason(), c.test(), c.timers(), c.pollWaiters(), List.copyOf(states)));
  }

  boolean isPending() {
    return pending != null;
  }

  /** How many goroutine states were announced and not found. */
  long missing() {
    return missing;
  }

  /** The reason of its Block event says more than the scheduler, if it recorded one. */
  private static BlockReason reason(
      long word, GoroutineStatus status, GoroutineDecodeState goroutine) {
    return switch (status) {
      case RUNNING, RUNNABLE, SYSCALL -> BlockReason.OTHER;
      case WAITING, LEAKED, TICKING, POLLING -> {
        BlockReason told = Codes.blockReason((int) (word >>> 8) & 0xff);
        yield told == BlockReason.SEMAPHORE || told == BlockReason.OTHER
            ? goroutine.reasonOr(told)
            : told;
      }
    };
  }
}

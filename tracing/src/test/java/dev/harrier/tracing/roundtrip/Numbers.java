package dev.harrier.tracing.roundtrip;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.GoroutineStatus;
import dev.harrier.model.trace.ObjectKind;

/**
 * The numbers of docs/internals/trace-format.md, written down again, independently of the reader.
 */
final class Numbers {
  private Numbers() {}

  static long of(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND -> 1;
      case CHAN_RECEIVE -> 2;
      case NIL_CHAN_SEND -> 3;
      case NIL_CHAN_RECEIVE -> 4;
      case SELECT -> 5;
      case EMPTY_SELECT -> 6;
      case MUTEX_LOCK -> 7;
      case RWMUTEX_LOCK -> 8;
      case RWMUTEX_RLOCK -> 9;
      case WAIT_GROUP -> 10;
      case COND -> 11;
      case SEMAPHORE -> 12;
      case SLEEP -> 13;
      case IO -> 14;
      case OTHER -> 15;
      case COROUTINE -> 16;
    };
  }

  static long of(ObjectKind kind) {
    return switch (kind) {
      case CHANNEL -> 1;
      case MUTEX -> 2;
      case RWMUTEX -> 3;
      case WAIT_GROUP -> 4;
      case COND -> 5;
      case ONCE -> 6;
      case CONTEXT -> 7;
      case TIMER -> 8;
      case SEMAPHORE -> 9;
    };
  }

  static int of(CheckpointReason reason) {
    return switch (reason) {
      case TEST_END -> 1;
      case PERIODIC -> 2;
      case PROCESS_END -> 3;
      case DEADLOCK -> 4;
      case QUIESCENCE -> 5;
      case TIMEOUT -> 6;
      case CRASH -> 7;
      case CUT_OFF -> 8;
      case BUBBLE -> 9;
      case STALLED -> 10;
    };
  }

  static long of(GoroutineStatus status) {
    return switch (status) {
      case RUNNING -> 1;
      case RUNNABLE -> 2;
      case SYSCALL -> 3;
      case WAITING -> 4;
      case LEAKED -> 5;
      case TICKING -> 6;
      case POLLING -> 7;
    };
  }
}

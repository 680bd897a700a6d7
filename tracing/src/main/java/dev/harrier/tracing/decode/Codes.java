package dev.harrier.tracing.decode;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.GoroutineStatus;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectKind;
import java.util.List;

/** The numbers of the format for reasons, kinds and statuses; all count from 1. */
final class Codes {
  private static final List<BlockReason> REASONS =
      List.of(
          BlockReason.CHAN_SEND,
          BlockReason.CHAN_RECEIVE,
          BlockReason.NIL_CHAN_SEND,
          BlockReason.NIL_CHAN_RECEIVE,
          BlockReason.SELECT,
          BlockReason.EMPTY_SELECT,
          BlockReason.MUTEX_LOCK,
          BlockReason.RWMUTEX_LOCK,
          BlockReason.RWMUTEX_RLOCK,
          BlockReason.WAIT_GROUP,
          BlockReason.COND,
          BlockReason.SEMAPHORE,
          BlockReason.SLEEP,
          BlockReason.IO,
          BlockReason.OTHER,
          BlockReason.COROUTINE);
  private static final List<ObjectKind> KINDS =
      List.of(
          ObjectKind.CHANNEL,
          ObjectKind.MUTEX,
          ObjectKind.RWMUTEX,
          ObjectKind.WAIT_GROUP,
          ObjectKind.COND,
          ObjectKind.ONCE,
          ObjectKind.CONTEXT,
          ObjectKind.TIMER,
          ObjectKind.SEMAPHORE);
  private static final List<CheckpointReason> CHECKPOINTS =
      List.of(
          CheckpointReason.TEST_END,
          CheckpointReason.PERIODIC,
          CheckpointReason.PROCESS_END,
          CheckpointReason.DEADLOCK,
          CheckpointReason.QUIESCENCE,
          CheckpointReason.TIMEOUT,
          CheckpointReason.CRASH,
          CheckpointReason.CUT_OFF,
          CheckpointReason.BUBBLE,
          CheckpointReason.STALLED);
  private static final List<GoroutineStatus> STATUSES =
      List.of(
          GoroutineStatus.RUNNING,
          GoroutineStatus.RUNNABLE,
          GoroutineStatus.SYSCALL,
          GoroutineStatus.WAITING,
          GoroutineStatus.LEAKED,
          GoroutineStatus.TICKING,
          GoroutineStatus.POLLING);
  private static final int KIND_MASK = 0xf;
  private static final int SHARED = 0x10;
  private static final int HIGH = 48;

  private Codes() {}

  static BlockReason blockReason(int code) {
    return decode(REASONS, code, BlockReason.OTHER);
  }

  /** The kind in an object word. */
  static ObjectKind objectKind(long word) {
    return objectKind((int) (word >>> HIGH) & KIND_MASK);
  }

  static ObjectKind objectKind(int code) {
    return decode(KINDS, code, ObjectKind.SEMAPHORE);
  }

  static LockMode lockMode(long word) {
    return ((word >>> HIGH) & SHARED) != 0 ? LockMode.READ : LockMode.WRITE;
  }

  /** What stands in bits 48 to 63 of an object word. */
  static int high(long word) {
    return (int) (word >>> HIGH);
  }

  static CheckpointReason checkpointReason(int code) {
    return decode(CHECKPOINTS, code, CheckpointReason.PERIODIC);
  }

  static GoroutineStatus status(int code) {
    return decode(STATUSES, code, GoroutineStatus.RUNNING);
  }

  private static <E> E decode(List<E> fromOne, int code, E unknown) {
    return code >= 1 && code <= fromOne.size() ? fromOne.get(code - 1) : unknown;
  }

  /** What a goroutine waits for that asked for such an object before it parked. */
  static BlockReason waitsFor(ObjectKind kind, LockMode mode, BlockReason otherwise) {
    return switch (kind) {
      case MUTEX, ONCE -> BlockReason.MUTEX_LOCK;
      case RWMUTEX ->
          switch (mode) {
            case WRITE -> BlockReason.RWMUTEX_LOCK;
            case READ -> BlockReason.RWMUTEX_RLOCK;
          };
      case WAIT_GROUP -> BlockReason.WAIT_GROUP;
      case COND -> BlockReason.COND;
      case SEMAPHORE -> BlockReason.SEMAPHORE;
      case CHANNEL, CONTEXT, TIMER -> otherwise;
    };
  }
}

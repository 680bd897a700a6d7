package dev.harrier.tracing.text;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectKind;

/** The kind that an object without a declaration has, by how it is used first. */
final class Kinds {
  private Kinds() {}

  static ObjectKind lock(LockMode mode) {
    return switch (mode) {
      case WRITE -> ObjectKind.MUTEX;
      case READ -> ObjectKind.RWMUTEX;
    };
  }

  static ObjectKind awaited(BlockReason reason) {
    return switch (reason) {
      case MUTEX_LOCK -> ObjectKind.MUTEX;
      case RWMUTEX_LOCK, RWMUTEX_RLOCK -> ObjectKind.RWMUTEX;
      case WAIT_GROUP -> ObjectKind.WAIT_GROUP;
      case COND -> ObjectKind.COND;
      case SEMAPHORE -> ObjectKind.SEMAPHORE;
      case CHAN_SEND,
          CHAN_RECEIVE,
          NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          SELECT,
          EMPTY_SELECT,
          SLEEP,
          IO,
          OTHER,
          COROUTINE ->
          ObjectKind.CHANNEL;
    };
  }
}

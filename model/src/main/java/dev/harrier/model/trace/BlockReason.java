package dev.harrier.model.trace;

import java.util.Arrays;

/**
 * Why a goroutine stopped running of its own accord. The names follow Go's wait reasons
 * (runtime/runtime2.go, {@code waitReasonStrings}); reasons that no analysis distinguishes are
 * {@link #OTHER}.
 */
public enum BlockReason {
  CHAN_SEND("chan send"),
  CHAN_RECEIVE("chan receive"),
  NIL_CHAN_SEND("chan send (nil chan)"),
  NIL_CHAN_RECEIVE("chan receive (nil chan)"),
  SELECT("select"),
  EMPTY_SELECT("select (no cases)"),
  MUTEX_LOCK("sync.Mutex.Lock"),
  RWMUTEX_LOCK("sync.RWMutex.Lock"),
  RWMUTEX_RLOCK("sync.RWMutex.RLock"),
  WAIT_GROUP("sync.WaitGroup.Wait"),
  COND("sync.Cond.Wait"),
  SEMAPHORE("semacquire"),
  SLEEP("sleep"),
  IO("IO wait"),
  OTHER("waiting"),
  /**
   * A coroutine of {@code iter.Pull} that is not asked for its next value, or the goroutine that
   * asks for it.
   */
  COROUTINE("coroutine");

  private final String words;

  BlockReason(String words) {
    this.words = words;
  }

  /** The reason that Go's own stack dumps call so. */
  public static BlockReason ofWords(String words) {
    return Arrays.stream(values()).filter(r -> r.words.equals(words)).findFirst().orElse(OTHER);
  }

  /** The words of Go's own stack dumps. */
  public String words() {
    return words;
  }

  /**
   * Whether only another goroutine (or a timer that fires into a channel) can end this wait: the
   * reasons that a deadlock or a leak can have.
   */
  public boolean isSynchronization() {
    return switch (this) {
      case SLEEP, IO, OTHER -> false;
      case CHAN_SEND,
          CHAN_RECEIVE,
          NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          SELECT,
          EMPTY_SELECT,
          MUTEX_LOCK,
          RWMUTEX_LOCK,
          RWMUTEX_RLOCK,
          WAIT_GROUP,
          COND,
          SEMAPHORE,
          COROUTINE ->
          true;
    };
  }

  /** Whether nothing can ever end the wait, because there is nothing that it waits for. */
  public boolean isEndless() {
    return this == NIL_CHAN_SEND || this == NIL_CHAN_RECEIVE || this == EMPTY_SELECT;
  }

  /** Whether it is a mutex or a read-write mutex that is waited for. */
  public boolean isLock() {
    return this == MUTEX_LOCK || this == RWMUTEX_LOCK || this == RWMUTEX_RLOCK;
  }
}

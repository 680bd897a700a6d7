package dev.harrier.binary.semantics;

/**
 * What a record of a rewritten program's log says. "Request" and "return" stand for the moments
 * before and after; "commit" is a point inside the lock of a channel, so that the order of the
 * records is the order of the effects.
 */
public enum HookEvent {
  MAKE,
  SEND,
  SEND_COMMIT,
  SEND_RETURN,
  RECEIVE,
  RECEIVE_COMMIT,
  RECEIVE_RETURN,
  /** A value is handed to a receiver that waits. */
  SEND_DIRECT,
  /** A value is taken from a sender that waits, or through the buffer in its turn. */
  RECEIVE_DIRECT,
  CLOSE,
  CLOSE_COMMIT,
  CLOSE_RETURN,
  SELECT,
  /** One for each case, after its SELECT. */
  SELECT_CASE,
  SELECT_COMMIT,
  SELECT_RETURN,
  /** A goroutine is about to be created; the object word is its function value. */
  GO,
  GO_CHILD,
  EXIT,
  PARK,
  READY,
  /** A panic begins; the object word is the address of its value, the argument that of its type. */
  PANIC,
  /** A panic that was not recovered is about to end the process. */
  PANIC_FATAL,
  FATAL,
  END,
  /** A mutex could not be had at once; or, where locks are not inlined, is asked for. */
  LOCK_REQUEST,
  /** The mutex of the last request was taken. */
  LOCK,
  /** A free mutex was taken by a compare-and-swap. */
  LOCK_FAST,
  UNLOCK,
  TRY_REQUEST,
  TRY_RETURN,
  WLOCK_REQUEST,
  WLOCK,
  WUNLOCK,
  WUNLOCK_RETURN,
  WTRY_REQUEST,
  WTRY_RETURN,
  RTRY_REQUEST,
  RTRY_RETURN,
  /** A reader was counted; the argument is the new count, negative if a writer is ahead. */
  RLOCK_FAST,
  /** A reader was counted by a compare-and-swap. */
  RLOCK_TRIED,
  RLOCK_WAIT,
  RLOCK_WAITED,
  RLOCK_REQUEST,
  RLOCKED,
  RUNLOCK,
  ADD,
  /** An Add that was inlined; the argument's high half is what it adds. */
  ADD_INLINED,
  WAIT,
  WAITED,
  COND_WAIT,
  COND_WAITED,
  SIGNAL,
  BROADCAST,
  ONCE,
  ONCE_RETURN,
  CONTEXT_NEW,
  CONTEXT_PARENT,
  CONTEXT_CANCEL,
  CONTEXT_DONE,
  CONTEXT_DONE_RETURN,
  /** The goroutine begins to run a test; the object word is the entry of the test's function. */
  TEST_BEGIN,
  /** The goroutine sets a timer that runs the function value of the object word. */
  TIMER_FUNCTION,
  /** A timer is set, for when is not known (Go 1.22). */
  TIMER_START,
  TIMER_REQUEST,
  TIMER_MADE,
  TIMER_RESET,
  TIMER_STOP
}

package dev.harrier.vet.library;

/** What an operation on a synchronization object does. */
public enum SyncKind {
  SEND,
  CLOSE,
  /** A receive that a send or a close may have let through. */
  RECEIVE,
  /** A receive known to have got a sent value. */
  RECEIVE_SENT,
  /** A receive known to have found the channel closed. */
  RECEIVE_CLOSED,
  /** A select found nothing to receive, so the channel was open; orders nothing by itself. */
  FOUND_OPEN,
  /** Receives in a loop, after it: as many as were sent. */
  RECEIVE_ALL,
  /** Sends in a loop, after it: the buffer was filled, so every earlier slot was given back. */
  SEND_ALL,
  /** The same, where there was room for all of them: it waited only if others had sent as well. */
  SEND_WITH_ROOM,
  /** One more Done is waited for. */
  ADD,
  /** How many more are is not known. */
  ADD_SOME,
  DONE,
  WAIT,
  SIGNAL,
  /** The return of Cond.Wait. */
  SIGNALED,
  /** synctest.Wait: all others have done what they can without this goroutine. */
  REST,
  /** A write to a stream that another goroutine may read from; orders nothing by itself. */
  DEPART,
  /** A read from a stream that another goroutine may write to; orders nothing by itself. */
  ARRIVE,
  /** A cancel function is called; orders nothing by itself. */
  CANCEL,
  /** The return of a call that got a context, which may have waited until that was canceled. */
  CONTEXT_CALL,
  /** A call into code that waits for something and is not looked into. */
  OPAQUE,
  /** A wait for the clock. */
  SLEEP,
  /** A call into code that is not followed, which gets the object and may wait on it. */
  UNFOLLOWED,
  ATOMIC_STORE,
  /** The branch of an atomic load on which the value is not the initial one: it was stored. */
  ATOMIC_LOAD,
  /** What is made of an atomic load may depend on a store; orders nothing by itself. */
  ATOMIC_LOOK,
  /** The branch of an atomic load on which the value may be the initial one, or stored again. */
  ATOMIC_INITIAL;

  /** Whether it takes a message from a channel, or finds the channel closed. */
  public boolean isReceive() {
    return switch (this) {
      case RECEIVE, RECEIVE_SENT, RECEIVE_CLOSED, RECEIVE_ALL -> true;
      default -> false;
    };
  }

  /** Whether it makes a group wait for more. */
  public boolean isAdd() {
    return this == ADD || this == ADD_SOME;
  }

  /** Whether reports list it: not what only shows that something may wait. */
  public boolean isShown() {
    return switch (this) {
      case OPAQUE, UNFOLLOWED, CONTEXT_CALL, SLEEP, FOUND_OPEN -> false;
      default -> true;
    };
  }
}

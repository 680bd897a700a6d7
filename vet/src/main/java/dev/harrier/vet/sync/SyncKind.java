package dev.harrier.vet.sync;

/** What an operation on a synchronization object does, as the Go memory model knows it. */
public enum SyncKind implements OperationKind {
  SEND,
  CLOSE,
  /** A receive that a send or a close may have let through. */
  RECEIVE,
  /** A receive known to have got a sent value. */
  RECEIVE_SENT,
  /** A receive known to have found the channel closed. */
  RECEIVE_CLOSED,
  /** A select found nothing to receive, so the channel was not closed yet. */
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
  ATOMIC_STORE,
  /** The branch of an atomic load on which the value is not the initial one: it was stored. */
  ATOMIC_LOAD;

  @Override
  public boolean isReceive() {
    return switch (this) {
      case RECEIVE, RECEIVE_SENT, RECEIVE_CLOSED, RECEIVE_ALL -> true;
      default -> false;
    };
  }

  @Override
  public boolean isAdd() {
    return this == ADD || this == ADD_SOME;
  }

  @Override
  public boolean isShown() {
    return this != FOUND_OPEN;
  }
}

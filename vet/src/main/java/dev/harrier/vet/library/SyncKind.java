package dev.harrier.vet.library;

/** What an operation on a synchronisation object does. */
public enum SyncKind {
  SEND("send"),
  CLOSE("close"),
  /** A receive that a send or a close may have let through. */
  RECEIVE("receive"),
  /** A receive known to have got a sent value. */
  RECEIVE_SENT("receive"),
  /** A receive known to have found the channel closed. */
  RECEIVE_CLOSED("receive until closed"),
  /** Receives in a loop, after it: as many as were sent. */
  RECEIVE_ALL("receives in a loop"),
  /** Sends in a loop, after it: the buffer was filled, so every earlier slot was given back. */
  SEND_ALL("sends in a loop"),
  /** One more Done is waited for. */
  ADD("Add"),
  /** Nobody knows how many more are. */
  ADD_SOME("Add"),
  DONE("Done"),
  WAIT("Wait"),
  SIGNAL("Signal"),
  /** The return of Cond.Wait. */
  SIGNALLED("Wait"),
  /** synctest.Wait: all others have done what they can without this goroutine. */
  REST("synctest.Wait"),
  /** A write to a stream that another goroutine may read from; orders nothing by itself. */
  DEPART("write"),
  /** A read from a stream that another goroutine may write to; orders nothing by itself. */
  ARRIVE("read"),
  /** A cancel function is called; orders nothing by itself. */
  CANCEL("cancel"),
  /** The return of a call that got a context, which may have waited until that was cancelled. */
  CONTEXT_CALL("call with a context"),
  /** A call into code that waits for something and is not looked into. */
  OPAQUE("call"),
  /** A call into code that is not followed, which gets the object and may wait on it. */
  UNFOLLOWED("call"),
  ATOMIC_STORE("atomic store"),
  /** The branch of an atomic load on which the value is not the initial one: it was stored. */
  ATOMIC_LOAD("atomic load"),
  /** What is made of an atomic load may depend on a store; orders nothing by itself. */
  ATOMIC_LOOK("atomic load"),
  /** The branch of an atomic load on which the value may be the initial one, or stored again. */
  ATOMIC_INITIAL("atomic load");

  private final String word;

  SyncKind(String word) {
    this.word = word;
  }

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

  /** Whether reports list it: not what only tells that something may wait. */
  public boolean isShown() {
    return this != OPAQUE && this != UNFOLLOWED && this != CONTEXT_CALL;
  }

  /** The word used in reports. */
  public String word() {
    return word;
  }
}

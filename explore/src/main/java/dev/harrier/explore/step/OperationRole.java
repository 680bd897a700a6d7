package dev.harrier.explore.step;

/** What an operation does, as far as it matters whether it comes before or after another. */
public enum OperationRole {
  SEND,
  RECEIVE,
  CLOSE,
  /**
   * A case of a select, with a default or without: what it does depends on which partners are
   * there.
   */
  CHOOSE_SEND,
  CHOOSE_RECEIVE,
  LOCK,
  READ_LOCK,
  UNLOCK,
  READ_UNLOCK,
  ADD,
  DONE,
  WAIT,
  /** A wait for a group is over that was not so at once: it looks at the counter again. */
  WOKEN,
  COND_WAIT,
  SIGNAL,
  LOAD,
  STORE,
  UPDATE;

  /**
   * Whether it is worth trying which of two operations on one object comes first. It is not where
   * one waits for the other in any case.
   */
  public boolean matters(OperationRole other) {
    return switch (this) {
      case CHOOSE_SEND, CHOOSE_RECEIVE, LOCK -> true;
      case SEND -> other != RECEIVE;
      case RECEIVE -> other == RECEIVE || other == CHOOSE_RECEIVE || other == CHOOSE_SEND;
      case CLOSE -> other != RECEIVE;
      case READ_LOCK -> other == LOCK;
      case UNLOCK, READ_UNLOCK -> false;
      case ADD -> other == DONE || other == WAIT;
      case DONE, WAIT -> other == ADD;
      case WOKEN -> false;
      case COND_WAIT -> other == SIGNAL;
      case SIGNAL -> other == COND_WAIT;
      case LOAD -> other != LOAD;
      case STORE, UPDATE -> true;
    };
  }

  /**
   * Whether two operations on one object have the same result whichever is first, for all
   * goroutines. One that waits counts from when it begins to; a wait for a lock is recorded again
   * when it is over.
   */
  public boolean commutes(OperationRole other) {
    return switch (this) {
      case SEND -> other == RECEIVE;
      case RECEIVE -> other == SEND || other == CLOSE;
      case CLOSE -> other == RECEIVE;
      case CHOOSE_SEND, CHOOSE_RECEIVE, LOCK, UNLOCK, DONE, STORE, UPDATE -> false;
      case READ_LOCK, READ_UNLOCK -> other == READ_LOCK || other == READ_UNLOCK;
      // Of a group that is orderly they have the same result in any order (see WaitGroups).
      case ADD, WAIT, WOKEN -> other == this;
      case COND_WAIT -> false;
      case SIGNAL -> other == SIGNAL;
      case LOAD -> other == LOAD;
    };
  }

  /** Whether it takes what a goroutine sends, if any goroutine does. */
  public boolean takes() {
    return this == RECEIVE || this == CHOOSE_RECEIVE;
  }

  /** Whether it lets a select that receives continue. */
  public boolean serves() {
    return gives() || this == CLOSE;
  }

  /** Whether it may give another goroutine what that takes. */
  public boolean gives() {
    return this == SEND || this == CHOOSE_SEND;
  }

  /** Whether it gives back a lock, which only lets others continue. */
  public boolean releases() {
    return this == UNLOCK || this == READ_UNLOCK;
  }
}

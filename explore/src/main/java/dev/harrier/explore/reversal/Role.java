package dev.harrier.explore.reversal;

/** What an operation does, as far as it matters whether it comes before or after another. */
enum Role {
  SEND,
  RECEIVE,
  CLOSE,
  /** A case of a select, with a default or without: what it does depends on who has come. */
  CHOOSE_SEND,
  CHOOSE_RECEIVE,
  LOCK,
  READ_LOCK,
  ADD,
  DONE,
  WAIT,
  COND_WAIT,
  SIGNAL,
  LOAD,
  STORE,
  UPDATE;

  /**
   * Whether it makes a difference which of two operations on one object comes first. It makes none
   * where one waits for the other in any case.
   */
  boolean matters(Role other) {
    return switch (this) {
      case CHOOSE_SEND, CHOOSE_RECEIVE, LOCK -> true;
      case SEND -> other != RECEIVE;
      case RECEIVE -> other == RECEIVE || other == CHOOSE_RECEIVE || other == CHOOSE_SEND;
      case CLOSE -> other != RECEIVE;
      case READ_LOCK -> other == LOCK;
      case ADD -> other == DONE || other == WAIT;
      case DONE, WAIT -> other == ADD;
      case COND_WAIT -> other == SIGNAL;
      case SIGNAL -> other == COND_WAIT;
      case LOAD -> other != LOAD;
      case STORE, UPDATE -> true;
    };
  }

  /** Whether it takes what somebody sends, if anybody does. */
  boolean takes() {
    return this == RECEIVE || this == CHOOSE_RECEIVE;
  }

  /** Whether it lets a select that receives go on. */
  boolean serves() {
    return gives() || this == CLOSE;
  }

  /** Whether it may give somebody what he takes. */
  boolean gives() {
    return this == SEND || this == CHOOSE_SEND;
  }
}

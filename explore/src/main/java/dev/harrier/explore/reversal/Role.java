package dev.harrier.explore.reversal;

/** What an operation does, as far as it matters whether it comes before or after another. */
enum Role {
  SEND,
  RECEIVE,
  CLOSE,
  /** A select, with a default or without: what it does depends on who has come. */
  CHOOSE,
  LOCK,
  READ_LOCK,
  ADD,
  DONE,
  WAIT,
  COND_WAIT,
  SIGNAL;

  /**
   * Whether it makes a difference which of two operations on one object comes first. It makes none
   * where one waits for the other in any case.
   */
  boolean matters(Role other) {
    return switch (this) {
      case CHOOSE, LOCK -> true;
      case SEND -> other != RECEIVE;
      case RECEIVE -> other == RECEIVE || other == CHOOSE;
      case CLOSE -> other != RECEIVE;
      case READ_LOCK -> other == LOCK;
      case ADD -> other == DONE || other == WAIT;
      case DONE, WAIT -> other == ADD;
      case COND_WAIT -> other == SIGNAL;
      case SIGNAL -> other == COND_WAIT;
    };
  }
}

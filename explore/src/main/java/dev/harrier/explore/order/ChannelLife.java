package dev.harrier.explore.order;

import dev.harrier.model.trace.Completion;

/** One channel in one run. */
final class ChannelLife {
  private static final int NONE = -1;

  private final int capacity;
  private int lastOperation = NONE;
  private int used;
  private int mostUsed;
  private boolean made;
  private boolean closed;

  ChannelLife(int capacity) {
    this.capacity = capacity;
  }

  /** Notes the latest operation and gives the one before; negative if there was none. */
  int follow(int operation) {
    int previous = lastOperation;
    lastOperation = operation;
    return previous;
  }

  void made() {
    made = true;
  }

  /**
   * Only a goroutine that neither waited nor had a waiting partner leaves the value in the buffer.
   */
  void sent(Completion completion) {
    if (completion == Completion.NEITHER && used < capacity) {
      used++;
      mostUsed = Math.max(mostUsed, used);
    }
  }

  /** Only a goroutine that neither waited nor had a waiting partner leaves a place free. */
  void received(Completion completion, boolean ok) {
    if (completion == Completion.NEITHER && ok && used > 0) {
      used--;
    }
  }

  /** A sender waits: there is no room. */
  void senderWaits() {
    used = capacity;
    mostUsed = capacity;
  }

  void close() {
    closed = true;
  }

  boolean isMade() {
    return made;
  }

  boolean isClosed() {
    return closed;
  }

  /** From 0 to 1. */
  double fullness() {
    return capacity == 0 ? 0 : (double) mostUsed / capacity;
  }
}

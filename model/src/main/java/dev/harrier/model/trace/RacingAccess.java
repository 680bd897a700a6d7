package dev.harrier.model.trace;

/** What one side of a race does to what both sides share. */
public enum RacingAccess {
  READ,
  WRITE,
  ATOMIC_READ,
  ATOMIC_WRITE,
  /** A send on a channel, which races only with its close. */
  SEND,
  /** A close of a channel, which races with its sends. */
  CLOSE;

  /** An access to memory. */
  public static RacingAccess of(boolean write, boolean atomic) {
    if (atomic) {
      return write ? ATOMIC_WRITE : ATOMIC_READ;
    }
    return write ? WRITE : READ;
  }

  /** Whether it changes what is shared: a close does, a send leaves it to the channel's order. */
  public boolean isWrite() {
    return this == WRITE || this == ATOMIC_WRITE || this == CLOSE;
  }

  public boolean isAtomic() {
    return this == ATOMIC_READ || this == ATOMIC_WRITE;
  }
}

package dev.harrier.model.trace;

/** What a goroutine has done with an object. */
public enum Role {
  MADE(1 << 0),
  SENT(1 << 1),
  RECEIVED(1 << 2),
  CLOSED(1 << 3),
  LOCKED(1 << 4),
  UNLOCKED(1 << 5),
  ADDED(1 << 6),
  DONE(1 << 7),
  WAITED(1 << 8),
  SIGNALED(1 << 9),
  CANCELED(1 << 10);

  private final int bit;

  Role(int bit) {
    this.bit = bit;
  }

  /** A bit of its own, for sets in one int. */
  public int bit() {
    return bit;
  }
}

package dev.harrier.analysis.state;

/** What a goroutine has done with an object. */
public enum Role {
  MADE(1 << 0, "made it"),
  SENT(1 << 1, "sent on it"),
  RECEIVED(1 << 2, "received from it"),
  CLOSED(1 << 3, "closed it"),
  LOCKED(1 << 4, "locked it"),
  UNLOCKED(1 << 5, "unlocked it"),
  ADDED(1 << 6, "called Add"),
  DONE(1 << 7, "called Done"),
  WAITED(1 << 8, "waited for it"),
  SIGNALLED(1 << 9, "signalled it"),
  CANCELLED(1 << 10, "cancelled it");

  private final int bit;
  private final String words;

  Role(int bit, String words) {
    this.bit = bit;
    this.words = words;
  }

  /** As the predicate of a sentence about the goroutine. */
  public String words() {
    return words;
  }

  /** A bit of its own, for sets in one int. */
  int bit() {
    return bit;
  }
}

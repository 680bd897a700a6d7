package dev.harrier.model.trace;

/** What an operation does to memory, or to a descriptor, that goroutines share. */
public enum AccessKind {
  /** It is an operation on a channel, a lock or the like, and has an event of its own. */
  NONE,
  LOAD,
  STORE,
  /** It reads and writes at once: an addition, a swap, a compare-and-swap. */
  UPDATE,
  /** It reads, and is no atomic operation: code that takes part in a data race. */
  READ,
  /** Likewise; it writes. */
  WRITE,
  /** It uses a connection, a listener, a pipe or a file, which may change it. */
  DESCRIPTOR
}

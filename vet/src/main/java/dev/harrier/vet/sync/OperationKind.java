package dev.harrier.vet.sync;

/** What an operation that goroutines meet in does: what is known of it, or only a hint. */
public sealed interface OperationKind permits SyncKind, OrderHint {
  /** Whether it takes a message from a channel, or finds the channel closed. */
  boolean isReceive();

  /** Whether it makes a group wait for more. */
  boolean isAdd();

  /** Whether reports list it: not what only shows that something may wait. */
  boolean isShown();
}

package dev.harrier.explore.step;

import dev.harrier.model.trace.ObjectId;

/** What operations of several goroutines have in common. */
public sealed interface Shared {
  /** A channel, a lock or the like. */
  record Synchronization(ObjectId object) implements Shared {}

  /** A variable that is accessed atomically, by its number in the trace. */
  record Variable(long number) implements Shared {}
}

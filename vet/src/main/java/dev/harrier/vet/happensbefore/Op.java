package dev.harrier.vet.happensbefore;

import dev.harrier.vet.pointsto.Place;

/** What happens at a node of the {@link EventGraph}. */
public sealed interface Op {
  /** Control passes. */
  record Pass() implements Op {}

  /** An access, by its number in the graph. */
  record Touch(int access) implements Op {}

  /** The base gets a new instance: nobody else can have touched it. */
  record Fresh(Place.Base base) implements Op {}

  /** A thread starts. */
  record Spawn(ThreadId thread) implements Op {}

  /** An operation that orders this thread with others. */
  record Sync(SyncKind kind, Place object) implements Op {}

  /** A lock is taken. */
  record Lock(Place lock, LockMode mode) implements Op {}

  /** The thread ends here; there is none where it never does, or dies. */
  record Exit() implements Op {}

  /** A branch that probably lets a single goroutine of many through. */
  record Chosen() implements Op {}

  /** A lock is given back. */
  record Unlock(Place lock, LockMode mode) implements Op {}
}

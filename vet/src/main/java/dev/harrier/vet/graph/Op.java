package dev.harrier.vet.graph;

import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;

/** What happens at a node of the {@link EventGraph}. */
public sealed interface Op {
  /** Control passes. */
  record Pass() implements Op {}

  /** An access, by its number in the graph. */
  record Touch(int access) implements Op {}

  /** The base gets a new instance: no other goroutine can have touched it. */
  record Fresh(Place.Base base) implements Op {}

  /** A thread starts. */
  record Spawn(ThreadId thread) implements Op {}

  /**
   * An operation that orders this thread with others, or hints at an order.
   *
   * @param values what an atomic operation stores, or with which values control gets here
   */
  record Sync(OperationKind kind, Place object, AtomicValues values) implements Op {
    public Sync(OperationKind kind, Place object) {
      this(kind, object, AtomicValues.any());
    }
  }

  /** A lock is taken. */
  record Lock(Place lock, Exclusion mode) implements Op {}

  /** The thread ends here; there is none where it never does, or dies. */
  record Exit() implements Op {}

  /** A branch that probably lets a single goroutine of many through. */
  record Chosen() implements Op {}

  /**
   * A method of an object is called whose code may wait for, or wake, other goroutines.
   *
   * @param stage whether the call has returned here, or begins
   */
  record Uses(Place object, Stage stage) implements Op {}

  /** How far a call has got, and what its name says of it. */
  enum Stage {
    BEGINS,
    /** It begins, and by its name it ends what others do with the object. */
    ENDS_OTHERS,
    /** It begins, and by its name it only takes what others give. */
    TAKES,
    RETURNED
  }

  /** Something is known, or changes, on which branches depend. */
  record Observes(Flag flag, Flag.News news) implements Op {}

  /** A lock is given back. */
  record Unlock(Place lock, Exclusion mode) implements Op {}
}

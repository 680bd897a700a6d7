package dev.harrier.vet.sync;

/**
 * An operation that orders nothing by itself, but shows that something may: it never proves that
 * two accesses are ordered, and only keeps a report of them from being made, or makes it weaker.
 */
public enum OrderHint implements OperationKind {
  /** A write to a stream that another goroutine may read from. */
  DEPART,
  /** A read from a stream that another goroutine may write to. */
  ARRIVE,
  /** A cancel function is called. */
  CANCEL,
  /** The return of a call that got a context, which may have waited until that was canceled. */
  CONTEXT_CALL,
  /** A call into code that waits for something and is not looked into. */
  OPAQUE,
  /** A wait for the clock. */
  SLEEP,
  /** A call into code that is not followed, which gets the object and may wait on it. */
  UNFOLLOWED,
  /** What is made of an atomic load may depend on a store. */
  ATOMIC_LOOK,
  /** The branch of an atomic load on which the value may be the initial one, or stored again. */
  ATOMIC_INITIAL;

  @Override
  public boolean isReceive() {
    return false;
  }

  @Override
  public boolean isAdd() {
    return false;
  }

  @Override
  public boolean isShown() {
    return switch (this) {
      case OPAQUE, UNFOLLOWED, CONTEXT_CALL, SLEEP -> false;
      case DEPART, ARRIVE, CANCEL, ATOMIC_LOOK, ATOMIC_INITIAL -> true;
    };
  }
}

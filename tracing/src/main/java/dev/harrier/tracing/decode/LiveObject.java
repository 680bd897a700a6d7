package dev.harrier.tracing.decode;

import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import org.jspecify.annotations.Nullable;

/** The object that lives at an address now, if it is no channel. */
final class LiveObject {
  private final ObjectId id;
  private final ObjectKind kind;
  private final long address;
  private @Nullable LiveObject next;
  private boolean held;
  private int readers;
  private boolean entered;
  private long lastAcquired;

  LiveObject(ObjectId id, ObjectKind kind, long address) {
    this.id = id;
    this.kind = kind;
    this.address = address;
  }

  long address() {
    return address;
  }

  ObjectId id() {
    return id;
  }

  ObjectKind kind() {
    return kind;
  }

  /** Another object at the same address. */
  @Nullable LiveObject next() {
    return next;
  }

  void next(@Nullable LiveObject object) {
    next = object;
  }

  /** When it was last acquired, in the order of the trace. */
  long lastAcquired() {
    return lastAcquired;
  }

  /** Whether it is a mutex or a read-write mutex that was taken and not given back. */
  boolean isHeld() {
    return (kind == ObjectKind.MUTEX || kind == ObjectKind.RWMUTEX) && (held || readers > 0);
  }

  /**
   * Whether a lock in this state could be acquired so. If not, the acquire was that of another lock
   * at the same address. A {@code Once} is entered once in its life.
   */
  boolean allows(LockMode mode) {
    if (kind == ObjectKind.ONCE) {
      return !entered;
    }
    return switch (mode) {
      case WRITE -> !held && readers == 0;
      case READ -> !held;
    };
  }

  void acquire(LockMode mode, long order) {
    entered = true;
    lastAcquired = order;
    switch (mode) {
      case WRITE -> {
        held = true;
        readers = 0;
      }
      case READ -> {
        held = false;
        readers++;
      }
    }
  }

  void release(LockMode mode) {
    switch (mode) {
      case WRITE -> held = false;
      case READ -> readers = Math.max(0, readers - 1);
    }
  }
}

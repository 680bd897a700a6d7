package dev.harrier.tracing.table;

import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import org.jspecify.annotations.Nullable;

/** The object that lives at an address now, if it is no channel. */
public final class LiveObject {
  private final ObjectId id;
  private final ObjectKind kind;
  private final long address;
  private @Nullable LiveObject next;
  private boolean held;
  private int readers;
  private long lastAcquired;

  LiveObject(ObjectId id, ObjectKind kind, long address) {
    this.id = id;
    this.kind = kind;
    this.address = address;
  }

  long address() {
    return address;
  }

  public ObjectId id() {
    return id;
  }

  public ObjectKind kind() {
    return kind;
  }

  /** Another object at the same address. */
  public @Nullable LiveObject next() {
    return next;
  }

  void next(@Nullable LiveObject object) {
    next = object;
  }

  /** When it was last acquired, in the order of the trace; 0 if it never was. */
  public long lastAcquired() {
    return lastAcquired;
  }

  /** Whether it is a mutex or a read-write mutex that was taken and not given back. */
  boolean isHeld() {
    return (kind == ObjectKind.MUTEX || kind == ObjectKind.RWMUTEX) && (held || readers > 0);
  }

  /** Whether a lock in this state could be acquired so. */
  boolean allows(LockMode mode) {
    return switch (mode) {
      case WRITE -> !held && readers == 0;
      case READ -> !held;
    };
  }

  /** It was acquired, at a place in the order of the trace. */
  public void acquire(LockMode mode, long order) {
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

  public void release(LockMode mode) {
    switch (mode) {
      case WRITE -> held = false;
      case READ -> readers = Math.max(0, readers - 1);
    }
  }
}

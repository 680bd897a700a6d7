package dev.harrier.binary.log;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SyncObject;

/** What is known of the object that is at an address now. */
final class LiveObject {
  private final SyncObject object;
  private GoroutineId owner = GoroutineId.NONE;
  private int ownedSince;
  private long occupancy;
  private boolean over;

  LiveObject(SyncObject object) {
    this.object = object;
  }

  ObjectId id() {
    return object.id();
  }

  ObjectKind kind() {
    return object.kind();
  }

  int capacity() {
    return object.capacity();
  }

  /** Who holds the lock exclusively. */
  GoroutineId owner() {
    return owner;
  }

  void ownedBy(GoroutineId goroutine, int since) {
    owner = goroutine;
    ownedSince = since;
  }

  /** After how many gaps in the log it was taken. */
  int ownedSince() {
    return ownedSince;
  }

  long occupancy() {
    return occupancy;
  }

  void occupy(int change) {
    occupancy += change;
  }

  /** Whether the channel is closed, the context cancelled, its channel known. */
  boolean isOver() {
    return over;
  }

  void end() {
    over = true;
  }
}

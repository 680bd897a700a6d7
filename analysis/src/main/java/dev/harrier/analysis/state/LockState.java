package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mutex, a read-write mutex or a once, and its holders. */
public final class LockState extends ObjectState {
  private final LockHolds holds = new LockHolds();
  private boolean used;
  private boolean handedOff;

  private final boolean readWrite;

  LockState(ObjectId id, boolean readWrite) {
    super(id);
    this.readWrite = readWrite;
  }

  /** Whether it is a read-write mutex. */
  public boolean isReadWrite() {
    return readWrite;
  }

  /** Whether a goroutine that does not hold it in this mode gives it back for one that does. */
  public boolean isGivenBackFor(GoroutineId by, LockMode mode) {
    return !holds.isFree() && !holds.isHeld(by, mode);
  }

  void acquire(Event.Acquire event) {
    used = true;
    holds.acquire(event);
  }

  /** The hold that a release ends; null if the trace does not have it. */
  Event.@Nullable Acquire release(GoroutineId by, LockMode mode) {
    Event.Acquire hold = holds.release(by, mode);
    boolean own = hold != null && hold.goroutine().value() == by.value();
    // The first that a trace has of a lock may be its release: the trace began later.
    handedOff |= !own && (hold != null || used);
    used = true;
    return hold;
  }

  /** It is not known whether it was given back. */
  void forget(Event.Acquire hold) {
    holds.forget(hold);
  }

  /** Whether a goroutine gave it back that had not taken it: then its holder need not do so. */
  public boolean wasHandedOff() {
    return handedOff;
  }

  /** The acquisitions that were not given back, oldest first. */
  public List<Event.Acquire> holders() {
    return holds.all();
  }

  @Override
  boolean isZero() {
    return holds.isFree();
  }
}

package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mutex, a read-write mutex or a once, and who holds it. */
public final class LockState extends ObjectState {
  private final ArrayList<Event.Acquire> holders = new ArrayList<>(1);
  private boolean used;
  private boolean handedOver;

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
  public boolean isHandedOver(GoroutineId by, LockMode mode) {
    for (Event.Acquire hold : holders) {
      if (hold.mode() == mode && hold.goroutine().value() == by.value()) {
        return false;
      }
    }
    return !holders.isEmpty();
  }

  void acquire(Event.Acquire event) {
    used = true;
    holders.add(event);
  }

  /**
   * Takes out the hold that this release ends. Go lets any goroutine unlock, so the releaser's own
   * latest hold is preferred and, failing that, the latest of the same mode is taken.
   */
  Event.@Nullable Acquire release(GoroutineId by, LockMode mode) {
    int found = -1;
    for (int i = holders.size() - 1; i >= 0; i--) {
      Event.Acquire hold = holders.get(i);
      if (hold.mode() == mode) {
        if (hold.goroutine().value() == by.value()) {
          return holders.remove(i);
        }
        if (found < 0) {
          found = i;
        }
      }
    }
    // The first that a trace has of a lock may be its release: the trace began later.
    handedOver |= found >= 0 || used;
    used = true;
    return found < 0 ? null : holders.remove(found);
  }

  /** Whether somebody gave it back who had not taken it: then its holder need not do so. */
  public boolean wasHandedOver() {
    return handedOver;
  }

  /** The acquisitions that were not given back, oldest first. */
  public List<Event.Acquire> holders() {
    return List.copyOf(holders);
  }

  @Override
  boolean isZero() {
    return holders.isEmpty();
  }
}

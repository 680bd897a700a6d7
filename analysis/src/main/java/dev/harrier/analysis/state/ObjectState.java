package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;

/** What is known of one object now, and which goroutines have used it. */
public abstract sealed class ObjectState extends History
    permits ChannelState, LockState, GroupState, CondState, ContextState, OtherState {
  private final ObjectId id;
  private final Participants participants = new Participants();
  private long lastOrder;
  private long madeAt;
  private boolean whole;
  private boolean pinned;

  /** What is known to be in {@code participants} already. */
  private long latestUser = -1;

  private int latestRoles;

  ObjectState(ObjectId id) {
    this.id = id;
  }

  public final ObjectId id() {
    return id;
  }

  public final Participants participants() {
    return participants;
  }

  /** The order of its making; 0 if the trace does not have it. */
  public final long madeAt() {
    return madeAt;
  }

  /** Whether all its uses in the trace are known here: it was not forgotten before. */
  public final boolean isWhole() {
    return whole;
  }

  /** From now on it is never forgotten. */
  public final void pin() {
    pinned = true;
  }

  final boolean isPinned() {
    return pinned;
  }

  /** All its uses are known from here on. */
  final void begin() {
    whole = true;
  }

  /** Some of its uses are not known. */
  final void breakOff() {
    whole = false;
  }

  final void made(long order) {
    madeAt = order;
    begin();
  }

  final void used(Event event, GoroutineId by, Role role) {
    remember(event);
    lastOrder = event.order();
    long user = by.value();
    if (user != latestUser || (latestRoles & role.bit()) == 0) {
      latestRoles = user == latestUser ? latestRoles | role.bit() : role.bit();
      latestUser = user;
      participants.add(by, role);
    }
  }

  final long lastOrder() {
    return lastOrder;
  }

  /** Whether the object is as if it were new, so that forgetting it loses only its history. */
  abstract boolean isZero();
}

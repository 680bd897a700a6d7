package dev.harrier.analysis.world;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;

/** What is known of one object now, and who has used it. */
public abstract sealed class ObjectState extends History
    permits ChannelState, LockState, GroupState, CondState, ContextState, OtherState {
  private final ObjectId id;
  private final Participants participants = new Participants();
  private long lastOrder;

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

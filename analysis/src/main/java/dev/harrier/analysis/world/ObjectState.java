package dev.harrier.analysis.world;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;

/** What is known of one object now, and who has used it. */
public abstract sealed class ObjectState
    permits ChannelState, LockState, GroupState, CondState, ContextState, OtherState {
  private final ObjectId id;
  private final Recent recent = new Recent();
  private final Participants participants = new Participants();
  private long lastOrder;

  ObjectState(ObjectId id) {
    this.id = id;
  }

  public final ObjectId id() {
    return id;
  }

  public final Recent recent() {
    return recent;
  }

  public final Participants participants() {
    return participants;
  }

  final void used(Event event, GoroutineId by, Role role) {
    recent.add(event);
    participants.add(by, role);
    lastOrder = event.order();
  }

  final long lastOrder() {
    return lastOrder;
  }

  /** Whether the object is as if it were new, so that forgetting it loses only its history. */
  abstract boolean isZero();
}

package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A channel: its traffic and whether it is closed. */
public final class ChannelState extends ObjectState {
  private long sends;
  private long receives;
  private Event.@Nullable Close closed;
  private ObjectId context = ObjectId.NONE;
  private boolean ofTimer;

  ChannelState(ObjectId id) {
    super(id);
  }

  void sent() {
    sends++;
  }

  void received(boolean ok) {
    if (ok) {
      receives++;
    }
  }

  void close(Event.Close event) {
    closed = event;
  }

  void belongToTimer() {
    ofTimer = true;
  }

  /** Whether a timer or ticker sends on it. */
  public boolean isOfTimer() {
    return ofTimer;
  }

  void belongTo(ObjectId contextId) {
    context = contextId;
  }

  /** How many values were sent. */
  public long sends() {
    return sends;
  }

  /** How many values were received. */
  public long receives() {
    return receives;
  }

  /** The first close, if it was closed. */
  public Optional<Event.Close> closed() {
    return Optional.ofNullable(closed);
  }

  /** The context whose Done channel this is, or NONE. */
  public ObjectId context() {
    return context;
  }

  @Override
  boolean isZero() {
    return true;
  }
}

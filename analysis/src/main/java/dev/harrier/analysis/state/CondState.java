package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A condition variable and the signals that no goroutine was there to hear. */
public final class CondState extends ObjectState {
  private int waiters;
  private @Nullable Event lost;
  private int lostCount;

  CondState(ObjectId id) {
    super(id);
  }

  void waits() {
    waiters++;
  }

  void wakes() {
    waiters--;
  }

  void signal(Event event) {
    if (waiters == 0) {
      lost = event;
      lostCount++;
    } else {
      lost = null;
    }
  }

  /** The latest Signal or Broadcast, if it found no goroutine waiting. */
  public Optional<Event> lost() {
    return Optional.ofNullable(lost);
  }

  /** How many Signals and Broadcasts found no goroutine waiting. */
  public int lostCount() {
    return lostCount;
  }

  @Override
  boolean isZero() {
    return waiters == 0;
  }
}

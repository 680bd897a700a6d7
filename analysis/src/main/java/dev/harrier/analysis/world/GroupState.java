package dev.harrier.analysis.world;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A wait group and its counter. */
public final class GroupState extends ObjectState {
  private long counter;
  private long added;
  private long done;
  private Event.@Nullable Add raised;
  private boolean raisedFirst;

  GroupState(ObjectId id) {
    super(id);
  }

  void add(Event.Add event, boolean first) {
    int delta = event.delta();
    if (counter == 0 && delta > 0) {
      raised = event;
      raisedFirst = first;
    }
    counter += delta;
    if (delta > 0) {
      added += delta;
    } else {
      done -= delta;
    }
  }

  /** What Add and Done have left. */
  public long counter() {
    return counter;
  }

  /** The sum of all positive deltas. */
  public long added() {
    return added;
  }

  /** The sum of all negative deltas, as a positive number. */
  public long done() {
    return done;
  }

  /**
   * The latest Add that took the counter up from zero, if it was the very first operation of its
   * goroutine, so that nothing but its creation can have ordered it.
   */
  public Optional<Event.Add> raisedUnordered() {
    return raisedFirst ? Optional.ofNullable(raised) : Optional.empty();
  }

  @Override
  boolean isZero() {
    return counter == 0;
  }
}

package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A wait group and its counter. */
public final class GroupState extends ObjectState {
  private long counter;
  private long added;
  private long done;
  private @Nullable FirstAdd raised;
  private @Nullable WaitMark waiting;

  /**
   * An Add from zero.
   *
   * @param bornAt the order of its goroutine's creation; it is the first operation there
   */
  public record FirstAdd(Event.Add add, long bornAt) {}

  /**
   * A Wait that blocked or returned at once.
   *
   * @param lastSyncOrder the order of the latest operation before it at which the waiter can have
   *     learned of others
   */
  public record WaitMark(Event event, long lastSyncOrder) {}

  GroupState(ObjectId id) {
    super(id);
  }

  /**
   * @param bornAt the order of the adder's creation if this is its very first operation, else 0
   */
  void add(Event.Add event, long bornAt) {
    int delta = event.delta();
    if (counter == 0 && delta > 0) {
      raised = bornAt > 0 ? new FirstAdd(event, bornAt) : null;
    }
    counter += delta;
    if (delta > 0) {
      added += delta;
    } else {
      done -= delta;
    }
  }

  void waits(Event event, long lastSyncOrder) {
    waiting = new WaitMark(event, lastSyncOrder);
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
  public Optional<FirstAdd> raisedFirst() {
    return Optional.ofNullable(raised);
  }

  /** The latest Wait. */
  public Optional<WaitMark> waiting() {
    return Optional.ofNullable(waiting);
  }

  @Override
  boolean isZero() {
    return counter == 0;
  }
}

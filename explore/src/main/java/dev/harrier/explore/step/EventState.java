package dev.harrier.explore.step;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What one execution has done up to an event: which operation of its goroutine the event reports,
 * and which locks each goroutine holds. There is one of it for an execution, and everything that
 * records something of the execution reads it.
 *
 * <p>The runtime numbers the operations of controlled runs; an event of one follows the {@link
 * Event.Operation} that begins it. Native runs have no numbers.
 */
public final class EventState {
  /** No operation begins with this event. */
  public static final long NONE = -1;

  private static final long FIRST = 1;

  /** The latest operation of a goroutine. */
  private static final class Begun {
    final GoroutineName name;
    long operation;

    /** Whether the event that records it has not come yet. */
    boolean expected;

    Begun(GoroutineName name) {
      this.name = name;
    }
  }

  private final Map<Long, Begun> begun = new HashMap<>();
  private final LockTable locks = new LockTable();

  /** The operations that took the locks that are held, by the order of the acquires. */
  private final Long2LongOpenHashMap taking = new Long2LongOpenHashMap();

  private long operation = NONE;

  public EventState() {
    begun.put(FIRST, new Begun(GoroutineName.MAIN));
  }

  /** What the goroutine is called; NONE if nothing can be planned for it. */
  public GoroutineName name(GoroutineId goroutine) {
    Begun known = begun.get(goroutine.value());
    return known == null ? GoroutineName.NONE : known.name;
  }

  /** The number of the operation that the goroutine began last; 0 if it has done nothing yet. */
  public long latest(GoroutineId goroutine) {
    Begun known = begun.get(goroutine.value());
    return known == null ? 0 : known.operation;
  }

  /** Whether the goroutine holds a lock. */
  public boolean holdsAny(GoroutineId goroutine) {
    return locks.holdsAny(goroutine);
  }

  /** The locks that the goroutine holds, in the order in which it took them. */
  public List<Event.Acquire> heldBy(GoroutineId goroutine) {
    return locks.heldBy(goroutine);
  }

  /** The acquires of a lock that were not given back, oldest first. */
  public List<Event.Acquire> holdersOf(ObjectId lock) {
    return locks.holdersOf(lock);
  }

  /** The operation that took a lock which is held. */
  public long takenBy(Event.Acquire held) {
    return taking.get(held.order());
  }

  /**
   * The number of the operation that the current event reports: an access to memory at once, of
   * anything else with the event that follows. {@link #NONE} if it reports none.
   */
  public long operation() {
    return operation;
  }

  /**
   * Takes the next event of the trace; every event comes once.
   *
   * @param subscribers are given the event, and see the locks as they were before it
   */
  public void next(Event event, Consumer<? super Event> subscribers) {
    operation = number(event);
    subscribers.accept(event);
    switch (event) {
      case Event.Acquire e -> {
        locks.acquire(e);
        taking.put(e.order(), latest(e.goroutine()));
      }
      case Event.Release e -> locks.release(e).ifPresent(hold -> taking.remove(hold.order()));
      default -> {
        // Each goroutine holds what it held.
      }
    }
  }

  private long number(Event event) {
    if (event instanceof Event.Spawn spawn) {
      begun.put(spawn.child().value(), new Begun(spawn.name()));
    }
    Begun goroutine = begun.get(event.goroutine().value());
    if (goroutine == null) {
      return NONE;
    }
    if (event instanceof Event.Operation operation) {
      goroutine.operation = operation.number();
      goroutine.expected =
          switch (operation.access()) {
            case NONE -> true;
            case LOAD, STORE, UPDATE, READ, WRITE, DESCRIPTOR -> false;
          };
      return goroutine.expected ? NONE : goroutine.operation;
    }
    // A wait for a cond parks after it has given back the lock, an operation of its own.
    if (event instanceof Event.Block e && e.reason() == BlockReason.COND) {
      return goroutine.operation - 1;
    }
    if (!goroutine.expected || !showsOperation(event)) {
      return NONE;
    }
    goroutine.expected = false;
    return goroutine.operation;
  }

  private static boolean showsOperation(Event event) {
    return switch (event) {
      case Event.Block e ->
          switch (e.reason()) {
            case SLEEP, IO, OTHER, SEMAPHORE, COND -> false;
            default -> true;
          };
      case Event.Send _,
          Event.Receive _,
          Event.Select _,
          Event.Close _,
          Event.Acquire _,
          Event.Release _,
          Event.Refused _,
          Event.Add _,
          Event.Wait _,
          Event.Signal _,
          Event.Broadcast _ ->
          true;
      default -> false;
    };
  }
}

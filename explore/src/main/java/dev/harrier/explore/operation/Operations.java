package dev.harrier.explore.operation;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import java.util.HashMap;
import java.util.Map;

/**
 * Which operation of its goroutine an event of a controlled run tells of. The runtime numbers the
 * operations; an event of one follows the {@link Event.Operation} that begins it.
 */
public final class Operations {
  /** No operation begins with this event. */
  public static final long NONE = -1;

  private static final long FIRST = 1;

  /** The latest operation of a goroutine. */
  private static final class Begun {
    final GoroutineName name;
    long operation;

    /** Whether the event that tells of it has not come yet. */
    boolean expected;

    Begun(GoroutineName name) {
      this.name = name;
    }
  }

  private final Map<Long, Begun> begun = new HashMap<>();

  public Operations() {
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

  /**
   * The number of the operation that this event tells of: of an access to memory at once, of
   * anything else with the event that follows. Takes every event of the trace once.
   */
  public long number(Event event) {
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
            case LOAD, STORE, UPDATE, READ, WRITE -> false;
          };
      return goroutine.expected ? NONE : goroutine.operation;
    }
    // A wait for a cond parks after it has given back the lock, an operation of its own.
    if (event instanceof Event.Block e && e.reason() == BlockReason.COND) {
      return goroutine.operation - 1;
    }
    if (!goroutine.expected || !tells(event)) {
      return NONE;
    }
    goroutine.expected = false;
    return goroutine.operation;
  }

  private static boolean tells(Event event) {
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

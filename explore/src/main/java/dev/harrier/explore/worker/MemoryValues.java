package dev.harrier.explore.worker;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The values that accesses to memory found and left there. A run records those of a goroutine's
 * latest access, whatever others have done since.
 */
final class MemoryValues {
  private static final String BOOL = "sync/atomic.(*Bool).";

  /** What one access found and left. */
  static final class Seen {
    private final boolean truth;
    private Optional<Value> before = Optional.empty();
    private Optional<Value> after = Optional.empty();

    /**
     * @param truth whether it is of an {@code atomic.Bool}, which is a number to the runtime
     */
    private Seen(boolean truth) {
      this.truth = truth;
    }

    /** Empty if no run has recorded it. */
    Optional<Value> before() {
      return before;
    }

    /** Empty if no run has recorded it, or the access was no write. */
    Optional<Value> after() {
      return after;
    }

    private Optional<Value> of(Optional<Value> told) {
      return told.map(value ->
          truth && value instanceof Value.Numeric number
              ? new Value.Truth("bool", !number.digits().equals("0"))
              : value);
    }
  }

  private final Trace trace;
  private final Map<GoroutineId, Seen> latest = new HashMap<>();
  private Seen earlier = new Seen(false);

  MemoryValues(Trace trace) {
    this.trace = trace;
  }

  /**
   * What the event's access finds, some of which later events have; empty if it is not an access.
   */
  Optional<Seen> of(Event event) {
    switch (event) {
      case Event.Operation operation when operation.access() != AccessKind.NONE -> {
        return Optional.of(begin(operation, isOfBool(operation)));
      }
      case Event.Race race -> {
        return Optional.of(begin(race, false));
      }
      case Event.EarlierAccess access -> {
        return Optional.of(begin(access, false));
      }
      case Event.Memory memory -> told(memory);
      default -> {
        // It is about something else.
      }
    }
    return Optional.empty();
  }

  private Seen begin(Event event, boolean truth) {
    Seen seen = new Seen(truth);
    latest.put(event.goroutine(), seen);
    return seen;
  }

  private boolean isOfBool(Event.Operation operation) {
    return trace.stack(operation.stack()).frames().stream()
        .anyMatch(frame -> frame.function().startsWith(BOOL));
  }

  private void told(Event.Memory memory) {
    Seen seen = latest.get(memory.goroutine());
    switch (memory.moment()) {
      case Event.Memory.Before _ when seen != null -> seen.before = seen.of(memory.value());
      case Event.Memory.After _ when seen != null -> seen.after = seen.of(memory.value());
      case Event.Memory.BeforeEarlier _ -> {
        earlier = new Seen(false);
        earlier.before = memory.value();
      }
      case Event.Memory.AfterEarlier _ -> earlier.after = memory.value();
      case Event.Memory.Before _, Event.Memory.After _ -> {
        // The access is before the start of the trace.
      }
    }
  }

  /** What the earlier access of the latest race found and left. */
  Seen earlier() {
    return earlier;
  }
}

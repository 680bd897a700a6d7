package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import java.util.HashMap;
import java.util.Map;

/** Locks are taken when they are free and released when they are held. */
final class LockCheck implements Check {
  private static final int EXCLUSIVE = -1;

  private final Violations violations;

  /** How many hold the lock for reading, or {@link #EXCLUSIVE}; absent if it is free. */
  private final Map<ObjectId, Integer> holders = new HashMap<>();

  LockCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void event(Event event) {
    switch (event) {
      case Event.Acquire e -> acquire(e);
      case Event.Release e -> release(e);
      default -> {}
    }
  }

  private void acquire(Event.Acquire event) {
    int held = holders.getOrDefault(event.lock(), 0);
    boolean free = held == 0 || (held > 0 && event.mode() == LockMode.READ);
    if (!free) {
      violations.add(
          Invariant.LOCKS_ALTERNATE,
          event,
          "takes %s (%s), which is %s".formatted(event.lock(), event.mode(), words(held)));
    }
    holders.put(
        event.lock(),
        switch (event.mode()) {
          case WRITE -> EXCLUSIVE;
          case READ -> Math.max(held, 0) + 1;
        });
  }

  private void release(Event.Release event) {
    int held = holders.getOrDefault(event.lock(), 0);
    boolean right =
        switch (event.mode()) {
          case WRITE -> held == EXCLUSIVE;
          case READ -> held > 0;
        };
    if (!right) {
      violations.addUnlessPanic(
          Invariant.LOCKS_ALTERNATE,
          event,
          "releases %s (%s), which is %s".formatted(event.lock(), event.mode(), words(held)));
    }
    if (held > 1) {
      holders.put(event.lock(), held - 1);
    } else {
      holders.remove(event.lock());
    }
  }

  private static String words(int held) {
    return held == 0 ? "free" : held == EXCLUSIVE ? "held exclusively" : "read by " + held;
  }
}

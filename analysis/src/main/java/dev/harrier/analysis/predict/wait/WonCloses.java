package dev.harrier.analysis.predict.wait;

import dev.harrier.analysis.predict.lock.Acquisition;
import dev.harrier.analysis.predict.wait.LockedWait.Kind;
import dev.harrier.analysis.predict.wait.LockedWait.Waiting;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Channels that the goroutine that comes first to a function closes there, and for whose close the
 * others wait in the same function: an atomic says which one is first, which no trace shows. No
 * goroutine waits before the first one is inside, and what that one locked before it came there is
 * no obstacle any more.
 */
final class WonCloses {
  private final Trace trace;

  /** The locks, by when they were taken, after which their goroutine showed no whole stack yet. */
  private final Map<GoroutineId, Set<Long>> unplaced = new HashMap<>();

  /** The first whole stack that a goroutine showed when it took a lock or later. */
  private final Map<Long, StackId> placed = new HashMap<>();

  WonCloses(Trace trace) {
    this.trace = trace;
  }

  /** A goroutine takes a lock. */
  void taken(Event.Acquire e) {
    if (trace.stack(e.stack()).truncated()) {
      unplaced.computeIfAbsent(e.goroutine(), _ -> new HashSet<>()).add(e.order());
    } else {
      placed.put(e.order(), e.stack());
    }
  }

  /** Any event of a goroutine that takes locks. */
  void accept(Event event) {
    Set<Long> taken = unplaced.get(event.goroutine());
    if (taken != null && !trace.stack(event.stack()).truncated()) {
      taken.forEach(order -> placed.put(order, event.stack()));
      unplaced.remove(event.goroutine());
    }
  }

  /**
   * Whether the wait and the close that ends it stand in one function, and the closer entered it
   * after it took the lock: it was outside then, or later, or the lock was taken by a caller of the
   * function.
   */
  boolean isWon(Waiting wait, Acquisition taken, Event end) {
    String function = function(wait.stack());
    StackId outside = placed.get(taken.order());
    return wait.kind() == Kind.RECEIVE
        && end instanceof Event.Close
        && !function.isEmpty()
        && function.equals(function(end.stack()))
        && ((outside != null && !isIn(function, trace.stack(outside)))
            || isCaller(function(taken.stack()), function, end));
  }

  private boolean isCaller(String caller, String function, Event end) {
    List<Site> frames = trace.stack(end.stack()).frames();
    return !caller.equals(function)
        && frames.stream()
            .dropWhile(f -> f.function().equals(function))
            .anyMatch(f -> f.function().equals(caller));
  }

  /** The innermost function that is not the runtime's own; "" if there is none. */
  private String function(StackId stack) {
    return trace.stack(stack).frames().stream()
        .filter(frame -> !frame.packagePath().equals("runtime"))
        .map(Site::function)
        .findFirst()
        .orElse("");
  }

  private static boolean isIn(String function, Stack stack) {
    return stack.frames().stream().anyMatch(f -> f.function().equals(function));
  }
}

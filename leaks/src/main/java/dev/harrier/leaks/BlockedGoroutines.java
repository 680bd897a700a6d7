package dev.harrier.leaks;

import java.util.List;
import java.util.Optional;

/**
 * Goroutines that are blocked at one place and were created at one place.
 *
 * @param evidence what is known about them
 * @param reason why they wait, in the words of Go's runtime: {@code chan send}; empty if not known
 * @param object the type of what they wait for, if known
 * @param blocked the stack, innermost call first
 * @param created the {@code go} statement, innermost call first; empty if not known
 * @param made the stack that made the object, if known
 * @param count how many there were
 * @param reclaimed how many of them were reclaimed
 * @param bytes what they kept alive when they were found
 * @param bytesAtLeast whether it may have been more
 * @param waitingNanos how long the first of them waited, as of the last report; 0 if not known
 * @param deferred whether a deferred call was pending
 * @param finalizer whether they led to an object with a finalizer or a cleanup
 * @param processes how many processes had them
 */
public record BlockedGoroutines(
    Evidence evidence,
    String reason,
    Optional<String> object,
    List<Place> blocked,
    List<Place> created,
    List<Place> made,
    long count,
    long reclaimed,
    long bytes,
    boolean bytesAtLeast,
    long waitingNanos,
    boolean deferred,
    boolean finalizer,
    int processes) {
  /** What is known about blocked goroutines. */
  public enum Evidence {
    /** The collector proved that nothing can wake them. */
    LEAKED,
    /** They were blocked at that moment. */
    BLOCKED
  }

  public BlockedGoroutines {
    blocked = List.copyOf(blocked);
    created = List.copyOf(created);
    made = List.copyOf(made);
  }

  /** The innermost call that is not one of Go's own synchronisation. */
  public Optional<Place> site() {
    return blocked.stream()
        .filter(p -> !isLibrary(p.function()))
        .findFirst()
        .or(() -> blocked.stream().filter(p -> !p.function().startsWith("runtime.")).findFirst())
        .or(() -> blocked.stream().findFirst());
  }

  /** The {@code go} statement, or the function that it started. */
  public Optional<Place> creation() {
    return created.isEmpty()
        ? blocked.isEmpty() ? Optional.empty() : Optional.of(blocked.getLast())
        : Optional.of(created.getFirst());
  }

  private static boolean isLibrary(String function) {
    return function.startsWith("runtime.")
        || function.startsWith("sync.")
        || function.startsWith("internal/sync.");
  }

  /** This and another of the same places, from other processes. */
  BlockedGoroutines plus(BlockedGoroutines other) {
    return new BlockedGoroutines(
        evidence,
        reason,
        object.or(other::object),
        blocked,
        created,
        made.isEmpty() ? other.made : made,
        count + other.count,
        reclaimed + other.reclaimed,
        bytes + other.bytes,
        bytesAtLeast || other.bytesAtLeast,
        Math.max(waitingNanos, other.waitingNanos),
        deferred || other.deferred,
        finalizer || other.finalizer,
        processes + other.processes);
  }
}

package dev.harrier.model.finding;

/**
 * What blocked goroutines of one place cost the processes that have them.
 *
 * @param goroutines how many there were
 * @param processes how many processes had them
 * @param reclaimed how many of them were reclaimed
 * @param bytes what they kept alive when they were found; 0 if not known
 * @param bytesAtLeast whether it may have been more
 * @param waitingNanos how long the first of them had waited; 0 if not known
 * @param deferredCalls whether one of them has a deferred call pending
 * @param finalizer whether one of them leads to an object with a finalizer or a cleanup
 */
public record Footprint(
    long goroutines,
    int processes,
    long reclaimed,
    long bytes,
    boolean bytesAtLeast,
    long waitingNanos,
    boolean deferredCalls,
    boolean finalizer) {
  /** What both cost together. */
  public Footprint plus(Footprint other) {
    return new Footprint(
        goroutines + other.goroutines,
        processes + other.processes,
        reclaimed + other.reclaimed,
        bytes + other.bytes,
        bytesAtLeast || other.bytesAtLeast,
        Math.max(waitingNanos, other.waitingNanos),
        deferredCalls || other.deferredCalls,
        finalizer || other.finalizer);
  }
}

package dev.harrier.model.finding;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;

/**
 * What a goroutine did, once or several times in a row.
 *
 * @param site the frame that a reader of the module looks at; unknown if the trace has none
 * @param times at least 1
 * @param order its place among all events of the run, which brings operations of different
 *     goroutines into one order; of several, that of the first
 * @param nanos when it happened, since the run began
 */
public record Operation(
    GoroutineId goroutine, Action action, Site site, int times, long order, long nanos) {
  /** Whether the other is the same but for how often it was done. */
  public boolean repeats(Operation other) {
    return goroutine.equals(other.goroutine)
        && action.equals(other.action)
        && site.equals(other.site);
  }

  /** The same with another action. */
  public Operation doing(Action other) {
    return new Operation(goroutine, other, site, times, order, nanos);
  }

  /** Whether it accesses memory, and nothing synchronizes that. */
  public boolean isPlainAccess() {
    return action instanceof Action.Accessed(AccessKind access, _)
        && (access == AccessKind.READ || access == AccessKind.WRITE);
  }

  Operation plus(int more) {
    return new Operation(goroutine, action, site, times + more, order, nanos);
  }
}

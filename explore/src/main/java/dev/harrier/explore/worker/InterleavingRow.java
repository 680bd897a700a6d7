package dev.harrier.explore.worker;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Interleaving.Reason;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Value;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A row of the interleaving of a run: one operation.
 *
 * @param reason why its goroutine runs here
 * @param selected which case of a select it was; -1 if it was none
 * @param message what it sent or received; may be known later
 * @param seen what it found in memory and left there; may be known later
 * @param jumped by how much the clock had jumped since the row before
 * @param readFrom where it was made, and where its goroutine was started, if it is an access that a
 *     failure may be about
 * @param racesWith where the other accesses of its races are; none if it is not an access that
 *     raced
 */
record InterleavingRow(
    Operation operation,
    Reason reason,
    Optional<MessageValues.Message> message,
    Optional<MemoryValues.Seen> seen,
    int selected,
    long jumped,
    Optional<Stack> readFrom,
    Set<Site> racesWith) {
  InterleavingRow doing(Action other) {
    return new InterleavingRow(
        operation.doing(other), reason, message, seen, selected, jumped, readFrom, racesWith);
  }

  InterleavingRow because(Reason other) {
    return new InterleavingRow(
        operation, other, message, seen, selected, jumped, readFrom, racesWith);
  }

  InterleavingRow racingWith(Site other) {
    Set<Site> all = new LinkedHashSet<>(racesWith);
    all.add(other);
    return new InterleavingRow(operation, reason, message, seen, selected, jumped, readFrom, all);
  }

  /** The same access, in the races of another row of it as well. */
  InterleavingRow joining(InterleavingRow earlier) {
    InterleavingRow all = because(earlier.reason);
    for (Site other : earlier.racesWith) {
      all = all.racingWith(other);
    }
    return all;
  }

  GoroutineId goroutine() {
    return operation.goroutine();
  }

  /** Whether the schedule decided that it comes here, or how it ends. */
  boolean isDecision() {
    return isDecision(reason);
  }

  static boolean isDecision(Reason reason) {
    return switch (reason) {
      case Reason.Preempted _, Reason.TimerFiredEarly _, Reason.FaultInjected _ -> true;
      case Reason.Continues _,
          Reason.Waits _,
          Reason.Exited _,
          Reason.TimerFired _,
          Reason.RanTooLong _ ->
          false;
    };
  }

  /** Whether a failed assertion or a panic may be about it. */
  boolean isOfFailure() {
    return readFrom.isPresent();
  }

  boolean isRaced() {
    return operation.action() instanceof Action.Raced;
  }

  /** Whether it is the scheduling point of the same access. */
  boolean isPointOf(InterleavingRow access) {
    return goroutine().equals(access.goroutine())
        && operation.site().equals(access.operation.site())
        && operation.action().equals(access.operation.action());
  }

  private Optional<Value> found() {
    return seen.flatMap(MemoryValues.Seen::before);
  }

  boolean isFailureOf(GoroutineId goroutine) {
    return goroutine().equals(goroutine)
        && switch (operation.action()) {
          case Action.FailedTest _, Action.Panicked _ -> true;
          default -> false;
        };
  }

  boolean isExitOf(GoroutineId goroutine) {
    return operation.action() instanceof Action.Exited && goroutine().equals(goroutine);
  }

  /** One access may race with several; several accesses of a line have found other values. */
  boolean isSameAccessAs(InterleavingRow other) {
    return goroutine().equals(other.goroutine())
        && operation.site().equals(other.operation.site())
        && operation.action() instanceof Action.Raced(RacingAccess access, _)
        && other.operation.action() instanceof Action.Raced(RacingAccess same, _)
        && access == same
        && found().equals(other.found());
  }
}

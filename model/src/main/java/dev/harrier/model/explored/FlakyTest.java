package dev.harrier.model.explored;

import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.InjectedFault;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A failing and a passing run of a test that differ by one decision of the schedule.
 *
 * @param name with its package
 * @param decision that the failing run takes and the passing one does not
 * @param orders what comes in which order, where the decision is about that
 * @param fails how to replay the failing run: what follows {@code harrier replay}
 * @param passes the same for the passing run
 * @param failed what the failing run did
 * @param passed what the passing run did
 */
public record FlakyTest(
    String name,
    Decision decision,
    Optional<Orders> orders,
    String fails,
    String passes,
    Interleaving failed,
    Interleaving passed) {
  /** The same with each of its tables changed. */
  FlakyTest map(UnaryOperator<Interleaving> change) {
    return new FlakyTest(
        name, decision, orders, fails, passes, change.apply(failed), change.apply(passed));
  }

  /**
   * Two operations of different goroutines.
   *
   * @param first comes before the other one in the failing run, and after it in the passing one
   */
  public record Orders(Operation first, Operation second) {}

  /** What a schedule decides. */
  public sealed interface Decision {
    /** Another goroutine runs at the n-th scheduling point of a goroutine. */
    record RunsAnother(long point) implements Decision {}

    /** A select takes its n-th case, from 0. */
    record TakesCase(int chosen) implements Decision {}

    /** A timer fires before its time. */
    record FiresTimer() implements Decision {}

    /** Computing takes time, as a goroutine's next reading of the clock says. */
    record Computes(long micros) implements Decision {}

    /** A connection fails. */
    record InjectsFault(InjectedFault fault) implements Decision {}

    /** A call into the system or into C returns late. */
    record ReturnsLate() implements Decision {}

    /** A goroutine is delayed. */
    record Delays() implements Decision {}

    /** An access to memory is a scheduling point. */
    record SwitchesAtAccess() implements Decision {}

    /** A select waits for one of its cases. */
    record PrefersCase() implements Decision {}
  }
}

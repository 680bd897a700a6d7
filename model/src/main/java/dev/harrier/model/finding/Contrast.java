package dev.harrier.model.finding;

import dev.harrier.model.trace.InjectedFault;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A run of the same test without the finding: its schedule lacks one decision. And how likely the
 * finding becomes along the schedule that shows it.
 *
 * @param decision that the run without the finding does not take
 * @param passes the replay string of that run
 * @param passed what it did
 * @param chances from the start of the test, then from each decision on, in the order of the
 *     schedule; empty where that was not measured
 */
public record Contrast(
    Decision decision, String passes, Interleaving passed, List<Chance> chances) {
  public Contrast {
    chances = List.copyOf(chances);
  }

  /** The same with its table changed. */
  public Contrast map(UnaryOperator<Interleaving> change) {
    return new Contrast(decision, passes, change.apply(passed), chances);
  }

  /**
   * How likely random continuations of a schedule show the finding.
   *
   * @param from what its last decision had a goroutine do; empty for the start of the test
   * @param shown how many of the continuations showed it
   */
  public record Chance(Optional<Operation> from, Witness.Reproduction shown) {}

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

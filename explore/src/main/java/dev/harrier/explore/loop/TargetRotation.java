package dev.harrier.explore.loop;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whose turn it is. Work goes where it pays (stride scheduling, Waldspurger and Weihl 1995): the
 * next target is the one whose executions were worth the fewest rounds until now ({@link
 * TargetState#spent}), and one that brings nothing, or takes long, is worth many. Nothing rests for
 * ever, and as long as no execution takes longer than most do, nothing here depends on the clock.
 */
final class TargetRotation {
  private final List<TargetState> targets;

  TargetRotation(List<TargetState> targets) {
    this.targets = targets;
  }

  /**
   * The next target that may run now. The turn stays with one that must run by itself.
   *
   * @param mayGoOn whether there is anything left to do for a target
   * @param isolation knows what runs
   */
  Optional<TargetState> next(Predicate<TargetState> mayGoOn, TestIsolation isolation) {
    List<TargetState> waiting =
        targets.stream()
            .filter(mayGoOn)
            .sorted(Comparator.comparingLong(TargetState::spent))
            .toList();
    for (TargetState state : waiting) {
      if (isolation.admits(state.target())) {
        return Optional.of(state);
      }
      if (isolation.wantsToBeAlone(state.target())) {
        break;
      }
    }
    return Optional.empty();
  }
}

package dev.harrier.explore.loop;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whose turn it is. Work goes where it pays: targets take turns in rounds, and one that brings
 * nothing ({@link TargetState#rounds}) rests for some. Nothing rests for ever, and nothing here
 * depends on the clock.
 */
final class TargetRotation {
  private final List<TargetState> targets;
  private long turn;

  TargetRotation(List<TargetState> targets) {
    this.targets = targets;
  }

  /**
   * The next target that may run now. The turn stays with one that must run alone.
   *
   * @param mayGoOn whether there is anything left to do for a target
   * @param isolation knows what runs
   */
  Optional<TargetState> next(Predicate<TargetState> mayGoOn, TestIsolation isolation) {
    long all = (long) targets.size() * TargetState.MOST_ROUNDS;
    for (long i = 0; i < all; i++, turn++) {
      int index = (int) (turn % targets.size());
      TargetState state = targets.get(index);
      if ((turn / targets.size() + index) % state.rounds() == 0 && mayGoOn.test(state)) {
        if (isolation.admits(state.target())) {
          turn++;
          return Optional.of(state);
        }
        if (isolation.wantsToBeAlone(state.target())) {
          break;
        }
      }
    }
    return Optional.empty();
  }
}

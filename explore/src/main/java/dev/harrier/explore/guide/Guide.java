package dev.harrier.explore.guide;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.explored.ProgressFigure;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.InputKind;
import java.util.List;
import java.util.Set;

/**
 * Chooses the schedules of an exploration, and learns from the results. An exploration calls it
 * under its lock, so it need not be safe for several threads, but it must be quick.
 */
public interface Guide {
  /**
   * The schedule of a target's {@code index}-th execution. It may be given out while earlier ones
   * run.
   *
   * @param index from 0; executions of earlier explorations count
   * @param length how many scheduling points an execution of the target is expected to reach
   */
  Schedule next(Target target, int index, int length);

  /**
   * Takes in the result of an execution. Those of schedules that were given out later may come
   * before; an execution that can't be done has none.
   *
   * @return whether it showed anything new: then the target gets its turn sooner, and the other
   *     workers of a campaign get the schedule
   */
  boolean learn(Target target, Schedule schedule, Result result);

  /** Whether there is nothing left to explore. */
  boolean isSatisfied();

  /**
   * What was tried to make a prediction happen.
   *
   * @param executions of the whole exploration
   */
  default Doubt.NotConfirmed search(Finding prediction, long executions) {
    return new Doubt.NotConfirmed(executions, 0, 0, List.of());
  }

  /**
   * Whether all schedules of a target are known, up to the order of what does not depend on each
   * other.
   */
  default boolean isComplete(Target target) {
    return false;
  }

  /**
   * What executions of a target read that no decision is about, because of which not all its
   * schedules can be known; empty if nothing is known of any.
   */
  default Set<InputKind> inputs(Target target) {
    return Set.of();
  }

  /**
   * Whether it goes through all schedules of a target, one after the other, and has not reached
   * their end.
   */
  default boolean isEnumerating(Target target) {
    return false;
  }

  /** Whether a target is to have more executions, as far as its budget goes. */
  default boolean wants(Target target) {
    return true;
  }

  /** Whether a prediction can't happen: all schedules of the tests that showed it are known. */
  default boolean isImpossible(Finding prediction) {
    return false;
  }

  /** Whether the exploration is for such a finding: then a schedule that shows it gets a proof. */
  default boolean seeks(Finding finding) {
    return true;
  }

  /** Figures for the line of progress. */
  default List<ProgressFigure> status() {
    return List.of();
  }

  /** Saves what later explorations should know. Called every few seconds, and at the end. */
  default void keep() {
    // Most guides learn nothing.
  }
}

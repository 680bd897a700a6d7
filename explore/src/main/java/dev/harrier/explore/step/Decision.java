package dev.harrier.explore.step;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.GoroutineName;
import java.util.List;

/**
 * A decision that could have been another one.
 *
 * @param kind CANDIDATE if it is which goroutine runs, READY_CASE if it is which case a select
 *     takes
 * @param at the goroutine at whose point it was taken
 * @param options all that it could have been: names of goroutines, or indices of cases; the first
 *     is what was decided
 * @param step the index of the step that begins with it, or, for a select, contains it
 */
public record Decision(
    ChoiceKind kind, GoroutineName at, long point, List<Long> options, int step) {
  public Decision {
    options = List.copyOf(options);
  }

  public long chosen() {
    return options.getFirst();
  }

  public boolean isSelect() {
    return kind == ChoiceKind.READY_CASE;
  }

  /** Whether both are taken at one moment of two executions, and could have been the same. */
  public boolean isLike(Decision other) {
    return kind == other.kind
        && at.equals(other.at)
        && point == other.point
        && options.size() == other.options.size()
        && options.containsAll(other.options);
  }

  /** What makes it this one of its options. */
  public PlanEntry choosing(long option) {
    return isSelect()
        ? new PlanEntry.Case(at, point, Math.toIntExact(option))
        : new PlanEntry.Next(at, point, new GoroutineName(option));
  }
}

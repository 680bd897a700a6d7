package dev.harrier.explore.order;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.SymbolOffset;

/**
 * One execution of a select: GFuzz's (s, c, e).
 *
 * @param select where the code of the select is
 * @param cases how many send and receive cases it has
 * @param hasDefault whether it has a default besides
 * @param exercised the case that was taken, or should be: an index in the runtime's order; {@code
 *     cases} stands for the default
 */
public record Tuple(SymbolOffset select, int cases, boolean hasDefault, int exercised) {
  public Tuple {
    if (cases < 1 || exercised < 0 || exercised >= options(cases, hasDefault)) {
      throw new IllegalArgumentException(
          "case %d of %d is out of range".formatted(exercised, cases));
    }
  }

  private static int options(int cases, boolean hasDefault) {
    return cases + (hasDefault ? 1 : 0);
  }

  /** How many values {@code exercised} may have. */
  int options() {
    return options(cases, hasDefault);
  }

  Tuple with(int other) {
    return new Tuple(select, cases, hasDefault, other);
  }

  /**
   * As the runtime reads it. A select can't be made to take its default: that tuple keeps its place
   * in the queue of the select and wishes for nothing. Of a single case with a default the runtime
   * counts both.
   */
  PlanEntry.Preference preference() {
    int counted = cases == 1 && hasDefault ? 2 : cases;
    return new PlanEntry.Preference(select, counted, exercised);
  }
}

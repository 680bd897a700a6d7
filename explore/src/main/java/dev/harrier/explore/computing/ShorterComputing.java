package dev.harrier.explore.computing;

import dev.harrier.explore.schedule.PlanEntry;
import java.util.ArrayList;
import java.util.List;

/** Computing that takes less time, in steps as people choose bounds: 1, 2 and 5 of each power. */
public final class ShorterComputing {
  private static final long[] STEPS = {1, 2, 5};

  private ShorterComputing() {}

  /** From the shortest to the longest that is shorter. */
  public static List<PlanEntry.Computing> than(PlanEntry.Computing computing) {
    List<PlanEntry.Computing> all = new ArrayList<>();
    for (long power = 1; power < computing.micros(); power *= 10) {
      for (long step : STEPS) {
        if (power * step < computing.micros()) {
          all.add(
              new PlanEntry.Computing(computing.goroutine(), computing.reading(), power * step));
        }
      }
    }
    return all;
  }
}

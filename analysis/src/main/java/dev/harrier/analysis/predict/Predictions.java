package dev.harrier.analysis.predict;

import java.util.List;

/** What did not happen in a run and could in another schedule of it. */
public record Predictions(List<LockCycle> cycles, List<LockedWait> waits) {
  /** Nothing. */
  public static final Predictions NOTHING = new Predictions(List.of(), List.of());

  public Predictions {
    cycles = List.copyOf(cycles);
    waits = List.copyOf(waits);
  }
}

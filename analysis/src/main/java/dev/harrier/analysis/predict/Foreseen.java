package dev.harrier.analysis.predict;

import java.util.List;

/** What did not happen in a run and could in another schedule of it. */
public record Foreseen(List<LockCycle> cycles, List<LockedWait> waits) {
  /** Nothing. */
  public static final Foreseen NOTHING = new Foreseen(List.of(), List.of());

  public Foreseen {
    cycles = List.copyOf(cycles);
    waits = List.copyOf(waits);
  }
}

package dev.harrier.analysis.predict;

import dev.harrier.analysis.predict.lock.LockCycle;
import dev.harrier.analysis.predict.wait.LockedWait;
import dev.harrier.model.finding.Limit;
import java.util.List;
import java.util.Map;

/**
 * What did not happen in a run and could in another schedule of it.
 *
 * @param limits what was not looked at, and how many of that kind there were; empty if all was
 */
public record Predictions(List<LockCycle> cycles, List<LockedWait> waits, Map<Limit, Long> limits) {
  public Predictions {
    cycles = List.copyOf(cycles);
    waits = List.copyOf(waits);
    limits = Map.copyOf(limits);
  }
}

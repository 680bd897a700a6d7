package dev.harrier.analysis.predict.lock;

import java.util.List;

/**
 * Goroutines that can deadlock: each asks for a lock that the next one holds, or that the next one,
 * a writer, asked for first.
 */
public record LockCycle(List<LockTuple> tuples) {
  public LockCycle {
    tuples = List.copyOf(tuples);
  }
}

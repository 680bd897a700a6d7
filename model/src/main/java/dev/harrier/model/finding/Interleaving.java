package dev.harrier.model.finding;

import dev.harrier.model.trace.GoroutineId;
import java.util.List;

/**
 * Who did what in which order, as a table with a column for each goroutine.
 *
 * @param goroutines the columns
 * @param turns the rows, in order
 * @param before how many earlier rows were left out
 */
public record Interleaving(List<GoroutineId> goroutines, List<Turn> turns, int before) {
  public Interleaving {
    goroutines = List.copyOf(goroutines);
    turns = List.copyOf(turns);
  }

  /**
   * One operation.
   *
   * @param what in words, with the place
   * @param why this goroutine runs and not the one before; "" if it is the same
   */
  public record Turn(GoroutineId goroutine, String what, String why) {}
}

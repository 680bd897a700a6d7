package dev.harrier.model.usage;

import dev.harrier.model.trace.Site;
import java.util.List;

/**
 * Something that no run has shown.
 *
 * @param at the operation or the case of a select; its function is not known
 * @param goroutines those that it is about, if others have shown it
 * @param requirements how many uncovered requirements this stands for
 */
public record Uncovered(
    Site at, List<GoroutineRole> goroutines, int requirements, Shortfall shortfall) {
  public Uncovered {
    goroutines = List.copyOf(goroutines);
  }
}

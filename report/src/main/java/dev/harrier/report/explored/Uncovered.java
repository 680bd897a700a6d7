package dev.harrier.report.explored;

import dev.harrier.model.trace.Site;
import java.util.List;

/**
 * Something that no execution has shown.
 *
 * @param at the operation or the case of a select; its function is not known
 * @param goroutines those that it is about, if others have shown it
 * @param requirements how many uncovered requirements this stands for
 * @param means what it means to a developer, a sentence
 */
public record Uncovered(Site at, List<String> goroutines, int requirements, String means) {
  public Uncovered {
    goroutines = List.copyOf(goroutines);
  }
}

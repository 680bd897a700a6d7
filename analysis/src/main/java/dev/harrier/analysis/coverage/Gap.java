package dev.harrier.analysis.coverage;

import dev.harrier.model.usage.ConcurrencyUsage;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Something that no run has shown.
 *
 * @param where the goroutines that reached the usage without it; empty if none reached it
 * @param elsewhere how many nodes of the goroutine tree have shown it
 * @param requirements how many uncovered requirements this stands for
 * @param sentence what it means, to a developer
 */
public record Gap(
    ConcurrencyUsage usage,
    int line,
    List<GoroutineRole> where,
    int elsewhere,
    int requirements,
    String sentence) {
  public Gap {
    where = List.copyOf(where);
  }

  /**
   * {@code file:line: sentence}, with the goroutines it is about if others differ.
   *
   * @param shown how a path is shown
   */
  public String text(UnaryOperator<String> shown) {
    String roles =
        elsewhere == 0
            ? ""
            : where.stream()
                .map(GoroutineRole::toString)
                .distinct()
                .collect(Collectors.joining(", ", " (in ", ")"));
    return shown.apply(usage.file()) + ":" + line + ": " + sentence + roles;
  }
}

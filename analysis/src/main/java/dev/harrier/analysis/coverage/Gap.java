package dev.harrier.analysis.coverage;

import dev.harrier.model.usage.ConcurrencyUsage;
import java.util.List;
import java.util.function.UnaryOperator;

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
    String roles = roles().isEmpty() ? "" : " (in " + String.join(", ", roles()) + ")";
    return shown.apply(usage.file()) + ":" + line + ": " + sentence + roles;
  }

  /** The goroutines that it is about, if others differ. */
  public List<String> roles() {
    return elsewhere == 0
        ? List.of()
        : where.stream().map(GoroutineRole::toString).distinct().toList();
  }
}

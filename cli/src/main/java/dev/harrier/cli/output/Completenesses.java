package dev.harrier.cli.output;

import dev.harrier.model.trace.Completeness;
import java.util.List;
import java.util.stream.Collectors;

/** Joins what is known of the completeness of several traces. */
public final class Completenesses {
  private Completenesses() {}

  /** Whole if all are; else the reasons of those that are not, each once. */
  public static Completeness join(List<Completeness> parts) {
    List<Completeness.Partial> partial =
        parts.stream()
            .filter(Completeness.Partial.class::isInstance)
            .map(Completeness.Partial.class::cast)
            .toList();
    if (partial.isEmpty()) {
      return new Completeness.Whole();
    }
    return new Completeness.Partial(
        partial.stream()
            .map(Completeness.Partial::why)
            .distinct()
            .collect(Collectors.joining("; ")),
        partial.stream().mapToLong(Completeness.Partial::missing).sum());
  }
}

package dev.harrier.cli.fuzz;

import dev.harrier.model.trace.InputKind;
import dev.harrier.report.words.InputWords;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What it means to a user that all schedules of tests are known, one sentence each. */
public final class CompleteNotes {
  private CompleteNotes() {}

  /**
   * Of tests that need no more exploring.
   *
   * @param tests how many
   */
  static Optional<String> tests(int tests) {
    return tests == 0
        ? Optional.empty()
        : Optional.of(
            "every schedule of %,d test%s was explored, up to the order of independent operations"
                .formatted(tests, tests == 1 ? "" : "s"));
  }

  /**
   * Of tests that read what no decision is about, so that not all their schedules can be known.
   *
   * @param inputs of each test
   */
  static Optional<String> inputs(Collection<Set<InputKind>> inputs) {
    Map<InputKind, Long> tests =
        inputs.stream()
            .flatMap(Set::stream)
            .collect(
                Collectors.groupingBy(
                    kind -> kind, () -> new EnumMap<>(InputKind.class), Collectors.counting()));
    return tests.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not every schedule can be known of tests that read "
                + tests.entrySet().stream()
                    .map(e -> "%s (%,d)".formatted(InputWords.of(e.getKey()), e.getValue()))
                    .collect(Collectors.joining(", ")));
  }

  /**
   * Of predictions that can't happen.
   *
   * @param predictions how many
   */
  public static Optional<String> withdrawn(int predictions) {
    return predictions == 0
        ? Optional.empty()
        : Optional.of(
            "%,d prediction%s withdrawn: no schedule of the tests concerned makes %s happen"
                .formatted(
                    predictions, predictions == 1 ? "" : "s", predictions == 1 ? "it" : "them"));
  }
}

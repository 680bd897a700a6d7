package dev.harrier.cli.fuzz;

import java.util.Optional;

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

package dev.harrier.cli.output;

import dev.harrier.report.FailOn;
import java.util.List;
import java.util.Locale;

/** A word that {@code --fail-on} takes: a strength of findings, or that a run is not complete. */
enum FailOnWord {
  OBSERVED,
  PREDICTED,
  STATIC,
  SUSPICIOUS,
  NEVER,
  /** Whatever was not looked at fails the run. */
  INCOMPLETE;

  /** The strength among these words, or another one if there is none. */
  static FailOn strength(List<FailOnWord> words, FailOn otherwise) {
    return words.stream()
        .filter(word -> word != INCOMPLETE)
        .map(word -> FailOn.valueOf(word.name()))
        .findFirst()
        .orElse(otherwise);
  }

  /** As a user writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

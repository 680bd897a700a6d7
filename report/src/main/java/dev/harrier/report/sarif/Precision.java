package dev.harrier.report.sarif;

import dev.harrier.model.finding.Rule;

/**
 * How often the findings of a rule are true, as measured on code that taught no rule ({@code
 * docs/evaluation.md}), in the words that code scanning has for it.
 */
enum Precision {
  /** What happened and is proved: every finding on unseen modules was true. */
  PROVED("very-high", "error", "error"),
  /** Predictions: false ones were seen on unseen servers. */
  PREDICTED("medium", "warning", "warning"),
  /** Races found in the source: 69 of 100 blind reports are true. */
  STATIC("medium", "warning", "warning");

  private final String word;
  private final String severity;
  private final String level;

  Precision(String word, String severity, String level) {
    this.word = word;
    this.severity = severity;
    this.level = level;
  }

  static Precision of(Rule rule) {
    return switch (rule.id()) {
      case "lock-order-deadlock", "channel-lock-deadlock" -> PREDICTED;
      case "closure-race" -> STATIC;
      default -> PROVED;
    };
  }

  /** Of the rule. */
  String word() {
    return word;
  }

  /** Of the problem. */
  String severity() {
    return severity;
  }

  /** Of a result that does not say its own. */
  String level() {
    return level;
  }
}

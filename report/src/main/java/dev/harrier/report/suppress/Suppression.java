package dev.harrier.report.suppress;

import dev.harrier.model.finding.Finding;

/** Something that silences findings of one rule. */
sealed interface Suppression permits IgnoreComment, IgnoreEntry {
  String rule();

  /** Why; "" if the user did not say. */
  String reason();

  /** The file that it stands in, for notes. */
  String file();

  /** Its line there, from 1. */
  int line();

  /** How the user wrote it, in a few words. */
  String words();

  /** Whether it silences this finding, given that the rule is the same. */
  boolean covers(Finding finding);
}

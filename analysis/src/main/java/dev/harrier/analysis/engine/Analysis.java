package dev.harrier.analysis.engine;

import dev.harrier.model.finding.Rule;

/** One rule: what it looks for, in one class, with one page and one pair of programs. */
public interface Analysis {
  Rule rule();
}

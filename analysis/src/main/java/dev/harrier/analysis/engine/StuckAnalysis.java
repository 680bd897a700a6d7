package dev.harrier.analysis.engine;

import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.StuckGroup;
import java.util.Optional;

/** A rule about goroutines that can't continue. */
public interface StuckAnalysis extends Analysis {
  /** The defect behind this root cause, if it is of this rule's kind. */
  Optional<Draft> explain(RootCause cause, StuckGroup group);
}

package dev.harrier.explore.coverage;

import dev.harrier.coverage.Coverage;

/** What explorations leave to later ones of what they covered. */
public interface CoverageMemory {
  /** Adds what earlier explorations covered, as far as it still fits. */
  void recall(Coverage coverage);

  /** Keeps this in place of what was kept before; whether it did, else it may be asked again. */
  boolean keep(Coverage coverage);
}

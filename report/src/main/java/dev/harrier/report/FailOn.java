package dev.harrier.report;

import dev.harrier.model.finding.Strength;
import java.util.Locale;

/** The weakest findings that fail a run. */
public enum FailOn {
  /** What happened, and what was confirmed: what anyone can see again. */
  OBSERVED,
  /** Also what another schedule could do. */
  PREDICTED,
  /** Also what is found only in the source. */
  STATIC,
  /** Also what only looks wrong. */
  SUSPICIOUS,
  /** Nothing fails a run. */
  NEVER;

  /** Whether a finding of this strength is a reason to fail. */
  public boolean fails(Strength strength) {
    return switch (strength) {
      case OBSERVED, CONFIRMED -> this != NEVER;
      case PREDICTED -> this == PREDICTED || this == STATIC || this == SUSPICIOUS;
      case STATIC -> this == STATIC || this == SUSPICIOUS;
      case SUSPICIOUS -> this == SUSPICIOUS;
    };
  }

  /** As a user writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

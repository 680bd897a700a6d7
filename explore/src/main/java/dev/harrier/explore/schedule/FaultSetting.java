package dev.harrier.explore.schedule;

/** What may fail in an exploration because a schedule decides so. */
public enum FaultSetting {
  /** Nothing. */
  OFF,
  /** Connections in memory. */
  NET,
  /** Contexts that tests can cancel are canceled. */
  CANCEL,
  /** Both. */
  ALL;

  /** Whether connections fail. */
  public boolean net() {
    return this == NET || this == ALL;
  }

  /** Whether contexts are canceled. */
  public boolean cancel() {
    return this == CANCEL || this == ALL;
  }

  /** What fails if both are asked for. */
  public FaultSetting and(FaultSetting other) {
    return of(net() || other.net(), cancel() || other.cancel());
  }

  static FaultSetting of(boolean net, boolean cancel) {
    return net ? cancel ? ALL : NET : cancel ? CANCEL : OFF;
  }
}

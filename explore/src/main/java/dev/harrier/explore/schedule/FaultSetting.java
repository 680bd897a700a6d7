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

  static FaultSetting of(boolean net, boolean cancel) {
    return net ? cancel ? ALL : NET : cancel ? CANCEL : OFF;
  }
}

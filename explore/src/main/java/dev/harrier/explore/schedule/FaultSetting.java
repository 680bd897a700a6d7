package dev.harrier.explore.schedule;

/** What may fail in an exploration because a schedule decides so. */
public enum FaultSetting {
  /** Nothing. */
  OFF,
  /** Connections in memory. */
  NET
}

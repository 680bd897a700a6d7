package dev.harrier.explore.worker;

/** How the process of an execution is started. */
public enum Start {
  /** Each is started. */
  EXEC,
  /** Each is a copy of one that has stopped where its tests begin, wherever that is possible. */
  FORK
}

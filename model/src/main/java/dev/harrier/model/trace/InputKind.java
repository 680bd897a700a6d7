package dev.harrier.model.trace;

/**
 * What a program reads that no decision of its schedule is about; in the order of their codes, of
 * which the last kind has none.
 */
public enum InputKind {
  /** What time it is, or that some time has passed. */
  CLOCK,
  /** Random numbers of the runtime or the system. */
  RANDOM,
  /** Calls into the system or into C: files, processes, the network. */
  SYSTEM,
  ENVIRONMENT,
  /** The order in which a loop visits the keys of a map. */
  MAP_ORDER,
  /** How many processors there are, or may be used. */
  PROCESSORS,
  /** Statistics and stacks of the runtime, and what its collector has found. */
  MEMORY,
  /**
   * Which goroutines of a test have ended when it has: Harrier waits for those that it leaves
   * behind, so that what comes next never sees them late.
   */
  LEFT_BEHIND
}

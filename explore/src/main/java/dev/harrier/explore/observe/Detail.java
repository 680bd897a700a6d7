package dev.harrier.explore.observe;

/** How much is recorded of an execution beyond its findings and decisions. */
public enum Detail {
  /** Nothing: enough to know whether a schedule shows a finding. */
  FINDINGS,
  /** What guides learn from. */
  GUIDES,
  /** The operations of each goroutine, among which the cause of a finding is. */
  OPERATIONS,
  /** These, and all events in words: for tables, and to say where two runs differ. */
  WORDS;

  /** Whether the operations of each goroutine are recorded. */
  public boolean hasOperations() {
    return this == OPERATIONS || this == WORDS;
  }
}

package dev.harrier.model.trace;

/**
 * How an operation that may block came to its end (GoAT, coverage requirements Req1 to Req4): it
 * waited, it released somebody who waited, or neither.
 */
public enum Completion {
  BLOCKED,
  UNBLOCKING,
  NEITHER
}

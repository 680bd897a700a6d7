package dev.harrier.model.trace;

/**
 * How an operation that may block reached its end (GoAT, coverage requirements Req1 to Req4): it
 * waited, it released a goroutine that waited, or neither.
 */
public enum Completion {
  BLOCKED,
  UNBLOCKING,
  NEITHER
}

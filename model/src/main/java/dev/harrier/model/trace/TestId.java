package dev.harrier.model.trace;

/** A test or subtest that ran in the traced process, numbered from 1 by first appearance. */
public record TestId(int value) {
  /** Stands for "none" or "unknown". */
  public static final TestId NONE = new TestId(0);

  @Override
  public String toString() {
    return "t" + value;
  }
}

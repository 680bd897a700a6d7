package dev.harrier.model.trace;

/**
 * A synchronization object, numbered from 1 by first appearance in the trace. Two objects that used
 * the same address one after the other have different ids.
 */
public record ObjectId(long value) {
  /** Stands for "none" or "unknown". */
  public static final ObjectId NONE = new ObjectId(0);

  @Override
  public String toString() {
    return "o" + value;
  }
}

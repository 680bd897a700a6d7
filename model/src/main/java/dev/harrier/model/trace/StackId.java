package dev.harrier.model.trace;

/** A call stack in the side table of its trace. */
public record StackId(int value) {
  /** Stands for "none" or "unknown". */
  public static final StackId NONE = new StackId(0);

  @Override
  public String toString() {
    return "s" + value;
  }
}

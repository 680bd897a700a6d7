package dev.harrier.model.trace;

/** A goroutine, by the number that Go itself prints in its stack dumps; unique within a process. */
public record GoroutineId(long value) {
  /** Stands for "none" or "unknown". */
  public static final GoroutineId NONE = new GoroutineId(0);

  @Override
  public String toString() {
    return "g" + value;
  }
}

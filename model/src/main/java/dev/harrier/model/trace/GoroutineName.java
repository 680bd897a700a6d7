package dev.harrier.model.trace;

/**
 * What a goroutine is called in every controlled run of a program: a hash of its spawn path, which
 * says which of its creator's goroutines it is, and so on up to the main one. It does not depend on
 * what else was created before.
 */
public record GoroutineName(long value) {
  /** Of goroutines of the runtime's own, and in runs that are not controlled. */
  public static final GoroutineName NONE = new GoroutineName(0);

  public static final GoroutineName MAIN = new GoroutineName(1);

  @Override
  public String toString() {
    return Long.toString(value);
  }
}

package dev.harrier.vet.graph;

/** A thread of an {@link EventGraph}: the goroutines that one spawn node starts. */
public record ThreadId(int index) {
  /** The goroutine that runs the root function. */
  public static final ThreadId ROOT = new ThreadId(0);
}

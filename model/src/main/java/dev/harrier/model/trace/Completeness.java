package dev.harrier.model.trace;

/** Whether a trace tells everything that happened. */
public sealed interface Completeness {
  /** The process ended in an orderly way and no event is missing. */
  record Whole() implements Completeness {}

  /**
   * The end or something before it is missing: the process was killed, the disk was full, the file
   * was damaged. What is there is right, what is absent proves nothing.
   *
   * @param why one sentence for the user
   * @param missing how many events are known to be lost; the true number may be higher
   */
  record Partial(String why, long missing) implements Completeness {}
}

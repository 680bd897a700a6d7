package dev.harrier.model.trace;

/**
 * One case of a select, in the order in which the compiler hands them to the runtime: sends first
 * in source order, then receives in reverse source order.
 *
 * @param channel {@link ObjectId#NONE} for a nil channel
 */
public record SelectCase(Direction direction, ObjectId channel) {
  /** Whether the case sends or receives. */
  public enum Direction {
    SEND,
    RECEIVE
  }
}

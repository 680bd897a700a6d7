package dev.harrier.tracing.decode;

import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.StackId;
import org.jspecify.annotations.Nullable;

/** A plain channel operation that is blocked. Links belong to {@link Waits}. */
final class Wait {
  private final GoroutineDecodeState goroutine;
  private final Direction direction;
  private final ObjectId channel;
  private final StackId stack;
  @Nullable Wait before;
  @Nullable Wait after;

  Wait(GoroutineDecodeState goroutine, Direction direction, ObjectId channel, StackId stack) {
    this.goroutine = goroutine;
    this.direction = direction;
    this.channel = channel;
    this.stack = stack;
  }

  GoroutineDecodeState goroutine() {
    return goroutine;
  }

  Direction direction() {
    return direction;
  }

  ObjectId channel() {
    return channel;
  }

  StackId stack() {
    return stack;
  }
}

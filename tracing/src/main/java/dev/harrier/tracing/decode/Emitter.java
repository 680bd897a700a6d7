package dev.harrier.tracing.decode;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.StackId;
import java.util.function.Consumer;

/** Numbers events from 1 and hands them out. */
final class Emitter {
  private final Consumer<? super Event> sink;
  private long order;
  private long now;

  Emitter(Consumer<? super Event> sink) {
    this.sink = sink;
  }

  /** Events from here on happen at {@code nanos}, or now if that has passed. */
  void advance(long nanos) {
    now = Math.max(now, nanos);
  }

  /** The circumstances of the next event; to be called once for each. */
  At at(GoroutineDecodeState goroutine, StackId stack) {
    return new At(++order, now, goroutine.id(), stack);
  }

  /** The number of the last event. */
  long order() {
    return order;
  }

  void emit(Event event) {
    sink.accept(event);
  }
}

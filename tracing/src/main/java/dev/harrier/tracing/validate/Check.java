package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Event;

/** One subject of the validation; sees every event. */
@FunctionalInterface
interface Check {
  void event(Event event);
}

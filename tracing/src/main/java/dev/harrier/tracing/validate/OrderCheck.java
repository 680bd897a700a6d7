package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Event;

/** Order and time grow. */
final class OrderCheck implements Check {
  private final Violations violations;
  private long order;
  private long nanos;

  OrderCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void event(Event event) {
    if (event.order() <= order || event.nanos() < nanos) {
      violations.add(
          Invariant.ORDER_GROWS,
          event,
          "at %d ns follows event %d at %d ns".formatted(event.nanos(), order, nanos));
    }
    order = event.order();
    nanos = event.nanos();
  }
}

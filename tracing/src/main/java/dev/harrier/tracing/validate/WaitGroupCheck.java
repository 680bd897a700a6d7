package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.HashMap;
import java.util.Map;

/** The counter of a wait group is not negative. */
final class WaitGroupCheck implements Check {
  private final Violations violations;
  private final Map<ObjectId, Long> counters = new HashMap<>();

  WaitGroupCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void event(Event event) {
    if (event instanceof Event.Add add) {
      long now = counters.merge(add.group(), (long) add.delta(), Long::sum);
      if (now < 0) {
        violations.addUnlessPanic(
            Invariant.COUNTER_NOT_NEGATIVE, add, "makes %s %d".formatted(add.group(), now));
      }
      if (now <= 0) {
        counters.remove(add.group());
      }
    }
  }
}

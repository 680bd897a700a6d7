package dev.harrier.explore.step;

import dev.harrier.model.trace.GoroutineName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which operations of an execution come after which, whichever goroutine takes a lock first. */
public final class NecessaryOrder {
  private record Place(long goroutine, long operation) {}

  private final Map<Place, ScheduleStep> steps = new HashMap<>();

  private NecessaryOrder() {}

  static NecessaryOrder of(List<ScheduleStep> steps) {
    NecessaryOrder order = new NecessaryOrder();
    steps.stream()
        .filter(step -> step.operation() != 0)
        .forEach(step -> order.steps.put(new Place(step.name(), step.operation()), step));
    return order;
  }

  /** Whether an operation comes after another one in any case; false where that is not known. */
  public boolean isAfter(GoroutineName latter, long number, GoroutineName former, long before) {
    ScheduleStep late = steps.get(new Place(latter.value(), number));
    ScheduleStep early = steps.get(new Place(former.value(), before));
    return late != null && early != null && late.isAlreadyAfter(early);
  }
}

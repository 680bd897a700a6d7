package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import java.util.HashSet;
import java.util.Set;

/**
 * The chosen case of a select exists and can proceed. One with a default does not block, unless the
 * plan of the run wished for one of its cases.
 */
final class SelectCheck implements Check {
  private final Violations violations;
  private final Set<GoroutineId> patient = new HashSet<>();

  SelectCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void event(Event event) {
    switch (event) {
      case Event.Preferred preferred -> patient.add(preferred.goroutine());
      case Event.Select select -> {
        select(select, patient.remove(select.goroutine()));
      }
      default -> {}
    }
  }

  private void select(Event.Select select, boolean wasPatient) {
    int chosen = select.chosen();
    if (chosen < -1 || chosen >= select.cases().size()) {
      violations.add(
          Invariant.CHOICE_EXISTS,
          select,
          "chooses case %d of %d".formatted(chosen, select.cases().size()));
    } else if (chosen == -1 && !select.hasDefault()) {
      violations.add(Invariant.CHOICE_EXISTS, select, "chooses a default that is not there");
    } else if (chosen >= 0 && select.cases().get(chosen).channel().equals(ObjectId.NONE)) {
      violations.add(Invariant.CHOICE_EXISTS, select, "chooses the nil channel of case " + chosen);
    } else if (select.hasDefault() && select.completion() == Completion.BLOCKED && !wasPatient) {
      violations.add(Invariant.CHOICE_EXISTS, select, "was blocked although it has a default");
    }
  }
}

package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;

/** The chosen case of a select exists and can proceed. */
final class SelectCheck implements Check {
  private final Violations violations;

  SelectCheck(Violations violations) {
    this.violations = violations;
  }

  @Override
  public void event(Event event) {
    if (!(event instanceof Event.Select select)) {
      return;
    }
    int chosen = select.chosen();
    if (chosen < -1 || chosen >= select.cases().size()) {
      violations.add(
          Invariant.CHOICE_EXISTS,
          event,
          "chooses case %d of %d".formatted(chosen, select.cases().size()));
    } else if (chosen == -1 && !select.hasDefault()) {
      violations.add(Invariant.CHOICE_EXISTS, event, "chooses a default that is not there");
    } else if (chosen >= 0 && select.cases().get(chosen).channel().equals(ObjectId.NONE)) {
      violations.add(Invariant.CHOICE_EXISTS, event, "chooses the nil channel of case " + chosen);
    } else if (select.hasDefault() && select.completion() == Completion.BLOCKED) {
      violations.add(Invariant.CHOICE_EXISTS, event, "was blocked although it has a default");
    }
  }
}

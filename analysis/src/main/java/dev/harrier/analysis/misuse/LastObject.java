package dev.harrier.analysis.misuse;

import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Optional;
import java.util.function.Function;

/** Finds the object that a panic is about among the last operations of its goroutine. */
final class LastObject {
  private LastObject() {}

  /** The object of the latest operation before the panic for which {@code of} names one. */
  static Optional<ObjectId> before(PanicMoment moment, Function<Event, Optional<ObjectId>> of) {
    return moment.before().reversed().stream()
        .filter(event -> event.order() < moment.panic().order())
        .map(of)
        .flatMap(Optional::stream)
        .findFirst();
  }
}

package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cancellable context. */
public final class ContextState extends ObjectState {
  private Event.@Nullable ContextNew made;
  private boolean canceled;

  ContextState(ObjectId id) {
    super(id);
  }

  void made(Event.ContextNew event) {
    made = event;
  }

  void cancel() {
    canceled = true;
  }

  /** Its creation, if the trace has it. */
  public Optional<Event.ContextNew> made() {
    return Optional.ofNullable(made);
  }

  /** Whether it was canceled, by whomever. */
  public boolean canceled() {
    return canceled;
  }

  @Override
  boolean isZero() {
    return true;
  }
}

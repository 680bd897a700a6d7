package dev.harrier.analysis.state;

import dev.harrier.model.trace.ObjectId;

/** A timer or a bare semaphore: only its history is kept. */
public final class OtherState extends ObjectState {
  OtherState(ObjectId id) {
    super(id);
  }

  @Override
  boolean isZero() {
    return true;
  }
}

package dev.harrier.analysis.world;

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

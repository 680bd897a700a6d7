package dev.harrier.model.finding;

import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;

/**
 * An object as steps and operations name it.
 *
 * @param id NONE for a nil channel
 */
public record ObjectRef(ObjectId id, ObjectKind kind) {
  /** What a goroutine waits for that sends on, or receives from, a nil channel. */
  public static final ObjectRef NIL_CHANNEL = new ObjectRef(ObjectId.NONE, ObjectKind.CHANNEL);

  public boolean isNil() {
    return id.equals(ObjectId.NONE);
  }
}

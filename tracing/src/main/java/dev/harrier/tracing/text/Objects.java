package dev.harrier.tracing.text;

import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;

/** The objects of a text trace. */
final class Objects {
  private final Map<ObjectId, SyncObject> objects = new HashMap<>();

  void declare(Words words, ObjectId id, ObjectKind kind, int capacity) {
    if (objects.putIfAbsent(id, new SyncObject(id, kind, StackId.NONE, false, capacity)) != null) {
      throw words.error("expected the first mention of " + id + ", found a second declaration");
    }
  }

  /** The object is made here; {@code capacity} counts unless a declaration gave another. */
  void make(ObjectId id, ObjectKind kind, StackId stack, int capacity) {
    objects.compute(
        id,
        (i, old) ->
            old == null
                ? new SyncObject(id, kind, stack, true, capacity)
                : new SyncObject(id, old.kind(), stack, true, Math.max(capacity, old.capacity())));
  }

  /** The object is used here; its kind is {@code kind} unless something before said otherwise. */
  void use(ObjectId id, ObjectKind kind, StackId stack) {
    if (id.equals(ObjectId.NONE)) {
      return;
    }
    SyncObject old = objects.get(id);
    if (old == null) {
      objects.put(id, new SyncObject(id, kind, stack, false, 0));
    } else if (!old.madeKnown() && old.madeAt().equals(StackId.NONE)) {
      objects.put(id, new SyncObject(id, old.kind(), stack, false, old.capacity()));
    }
  }

  SyncObject get(ObjectId id) {
    SyncObject object = objects.get(id);
    if (object == null) {
      throw new NoSuchElementException("no object " + id + " in this trace");
    }
    return object;
  }
}

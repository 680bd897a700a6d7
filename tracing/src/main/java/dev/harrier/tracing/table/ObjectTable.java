package dev.harrier.tracing.table;

import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** All objects of a trace in columns, because there can be millions: eight bytes each. */
public final class ObjectTable {
  private static final List<ObjectKind> KINDS = List.of(ObjectKind.values());
  private static final int KIND_SHIFT = 27;
  private static final int MAX_CAPACITY = (1 << KIND_SHIFT) - 1;

  /**
   * The stack where the object was made; its complement if that is only where it was first used.
   */
  private final IntArrayList madeAt = new IntArrayList();

  /** Kind and capacity. */
  private final IntArrayList shape = new IntArrayList();

  /**
   * Notes an object.
   *
   * @param madeKnown whether it was made at that stack; else that is where it was first used
   * @param capacity of a channel; that of a damaged record may be negative
   */
  public ObjectId add(ObjectKind kind, StackId stack, boolean madeKnown, int capacity) {
    madeAt.add(madeKnown ? stack.value() : ~stack.value());
    shape.add(KINDS.indexOf(kind) << KIND_SHIFT | Math.clamp(capacity, 0, MAX_CAPACITY));
    return new ObjectId(madeAt.size());
  }

  /** An object by its id. */
  public SyncObject get(ObjectId id) {
    if (id.value() < 1 || id.value() > madeAt.size()) {
      throw new NoSuchElementException("no object " + id + " in this trace so far");
    }
    int index = (int) id.value() - 1;
    int made = madeAt.getInt(index);
    int packed = shape.getInt(index);
    return new SyncObject(
        id,
        KINDS.get(packed >>> KIND_SHIFT),
        new StackId(made < 0 ? ~made : made),
        made >= 0,
        packed & MAX_CAPACITY);
  }
}

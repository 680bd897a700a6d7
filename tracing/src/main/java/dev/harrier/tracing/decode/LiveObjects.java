package dev.harrier.tracing.decode;

import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which objects live at which address: at most one of a kind, and rarely more than one, because a
 * struct and its first field share an address.
 */
final class LiveObjects {
  private static final long ADDRESS = (1L << 48) - 1;

  /** The first of a chain of objects at one address. */
  private final Long2ObjectOpenHashMap<LiveObject> byAddress = new Long2ObjectOpenHashMap<>();

  private final ObjectTable table;

  LiveObjects(ObjectTable table) {
    this.table = table;
  }

  /** Whether an object word names no object. */
  static boolean isNil(long word) {
    return (word & ADDRESS) == 0;
  }

  /** The object of that kind at the address in {@code word}; {@code stack} is where it is used. */
  LiveObject at(long word, ObjectKind kind, StackId stack) {
    long address = word & ADDRESS;
    LiveObject first = byAddress.get(address);
    for (LiveObject object = first; object != null; object = object.next()) {
      if (object.kind() == kind) {
        return object;
      }
    }
    return begin(address, kind, stack, first);
  }

  /** A new object of whose making nothing is known takes the place of the one of its kind. */
  LiveObject replace(long word, ObjectKind kind, StackId stack) {
    long address = word & ADDRESS;
    LiveObject others = null;
    for (LiveObject object = byAddress.get(address); object != null; ) {
      LiveObject next = object.next();
      if (object.kind() != kind) {
        object.next(others);
        others = object;
      }
      object = next;
    }
    return begin(address, kind, stack, others);
  }

  /** An object is made; whatever lived at its address is gone. */
  LiveObject make(long word, ObjectKind kind, StackId stack, int capacity) {
    LiveObject object = new LiveObject(table.add(kind, stack, true, capacity), kind);
    byAddress.put(word & ADDRESS, object);
    return object;
  }

  private LiveObject begin(
      long address, ObjectKind kind, StackId stack, @Nullable LiveObject others) {
    LiveObject object = new LiveObject(table.add(kind, stack, false, 0), kind);
    object.next(others);
    byAddress.put(address, object);
    return object;
  }
}

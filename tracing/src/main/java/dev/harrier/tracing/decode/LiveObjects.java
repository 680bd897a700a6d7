package dev.harrier.tracing.decode;

import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * Which object lives at which address. The kind is part of the key: a struct and its first field
 * share an address.
 */
final class LiveObjects {
  private static final long ADDRESS = (1L << 48) - 1;
  private static final ObjectKind[] KINDS = ObjectKind.values();

  private final Long2ObjectOpenHashMap<LiveObject> byKey = new Long2ObjectOpenHashMap<>();
  private final ObjectTable table;

  LiveObjects(ObjectTable table) {
    this.table = table;
  }

  /** The object of that kind at the address in {@code word}; {@code stack} is where it is used. */
  LiveObject at(long word, ObjectKind kind, StackId stack) {
    long key = key(word, kind);
    LiveObject object = byKey.get(key);
    if (object == null) {
      object = new LiveObject(table.add(kind, stack, false, 0), kind);
      byKey.put(key, object);
    }
    return object;
  }

  /** A new object of whose making nothing is known takes the place of the old one. */
  LiveObject replace(long word, ObjectKind kind, StackId stack) {
    LiveObject object = new LiveObject(table.add(kind, stack, false, 0), kind);
    byKey.put(key(word, kind), object);
    return object;
  }

  /** An object is made; whatever lived at its address is gone. */
  LiveObject make(long word, ObjectKind kind, StackId stack, int capacity) {
    for (ObjectKind former : KINDS) {
      byKey.remove(key(word, former));
    }
    LiveObject object = new LiveObject(table.add(kind, stack, true, capacity), kind);
    byKey.put(key(word, kind), object);
    return object;
  }

  /** Whether an object word names no object. */
  static boolean isNil(long word) {
    return (word & ADDRESS) == 0;
  }

  private static long key(long word, ObjectKind kind) {
    return (word & ADDRESS) | (long) Codes.code(kind) << 48;
  }
}

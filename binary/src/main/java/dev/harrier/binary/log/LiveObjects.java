package dev.harrier.binary.log;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** The objects of a trace, and which of them is at which address now. */
final class LiveObjects {
  private final List<SyncObject> all = new ArrayList<>();
  private final Long2ObjectMap<LiveObject> byAddress = new Long2ObjectOpenHashMap<>();

  private int gaps;

  /** Records are lost here: from here on it is not known which goroutine holds what. */
  void gap() {
    gaps++;
  }

  /** The goroutine that holds the lock exclusively, as far as is known; NONE if none does. */
  GoroutineId owner(LiveObject lock) {
    return lock.ownedSince() == gaps ? lock.owner() : GoroutineId.NONE;
  }

  void own(LiveObject lock, GoroutineId owner) {
    lock.ownedBy(owner, gaps);
  }

  /** A new object begins at the address. */
  LiveObject make(long address, ObjectKind kind, StackId where, boolean known, int capacity) {
    SyncObject object = new SyncObject(new ObjectId(all.size() + 1L), kind, where, known, capacity);
    all.add(object);
    LiveObject live = new LiveObject(object);
    byAddress.put(address, live);
    return live;
  }

  /** The object at the address; a new one if there is none or it is of another kind. */
  LiveObject at(long address, ObjectKind kind, StackId where) {
    LiveObject live = byAddress.get(address);
    return live == null || live.kind() != kind ? make(address, kind, where, false, 0) : live;
  }

  /** The object of that kind at the address; NONE if there is none. */
  ObjectId known(long address, ObjectKind kind) {
    LiveObject live = byAddress.get(address);
    return live == null || live.kind() != kind ? ObjectId.NONE : live.id();
  }

  SyncObject get(ObjectId id) {
    if (id.value() < 1 || id.value() > all.size()) {
      throw new IllegalArgumentException("the trace has no object " + id);
    }
    return all.get((int) id.value() - 1);
  }
}

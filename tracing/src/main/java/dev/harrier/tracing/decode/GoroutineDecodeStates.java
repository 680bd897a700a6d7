package dev.harrier.tracing.decode;

import dev.harrier.model.table.Table;
import dev.harrier.model.trace.GoroutineId;

/** The live goroutines. */
final class GoroutineDecodeStates {
  private final Table<GoroutineDecodeState> byId = new Table<>();
  private GoroutineDecodeState latest = new GoroutineDecodeState(GoroutineId.NONE);

  GoroutineDecodeStates() {
    byId.put(GoroutineId.NONE.value(), latest);
  }

  GoroutineDecodeState get(long id) {
    GoroutineDecodeState found = latest;
    if (found.id().value() == id) {
      return found;
    }
    found = byId.get(id);
    if (found == null) {
      found = new GoroutineDecodeState(new GoroutineId(id));
      byId.put(id, found);
    }
    latest = found;
    return found;
  }

  void exit(GoroutineDecodeState routine) {
    byId.remove(routine.id().value());
    latest = get(GoroutineId.NONE.value());
  }
}

package dev.harrier.tracing.decode;

import dev.harrier.model.table.Table;
import dev.harrier.model.trace.GoroutineId;

/** The live goroutines. */
final class Routines {
  private final Table<Routine> byId = new Table<>();
  private Routine latest = new Routine(GoroutineId.NONE);

  Routines() {
    byId.put(GoroutineId.NONE.value(), latest);
  }

  Routine get(long id) {
    Routine found = latest;
    if (found.id().value() == id) {
      return found;
    }
    found = byId.get(id);
    if (found == null) {
      found = new Routine(new GoroutineId(id));
      byId.put(id, found);
    }
    latest = found;
    return found;
  }

  void exit(Routine routine) {
    byId.remove(routine.id().value());
    latest = get(GoroutineId.NONE.value());
  }
}

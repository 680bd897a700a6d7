package dev.harrier.analysis.state;

import dev.harrier.base.table.Table;
import dev.harrier.model.trace.GoroutineId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The goroutines that have been seen and have not exited. */
final class Goroutines {
  private final Table<GoroutineState> byId = new Table<>();
  private @Nullable GoroutineState latest;

  /** Its state, if it has been seen and lives. */
  @Nullable GoroutineState known(GoroutineId id) {
    return byId.get(id.value());
  }

  /** Its state, which begins to exist if it is new. */
  GoroutineState get(GoroutineId id) {
    GoroutineState known = latest;
    if (known != null && known.id().value() == id.value()) {
      return known;
    }
    GoroutineState state = byId.get(id.value());
    if (state == null) {
      state = new GoroutineState(id);
      byId.put(id.value(), state);
    }
    latest = state;
    return state;
  }

  void exit(GoroutineId id) {
    byId.remove(id.value());
    latest = null;
  }

  List<GoroutineState> all() {
    return byId.all();
  }
}

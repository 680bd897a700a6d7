package dev.harrier.tracing.table;

import dev.harrier.base.table.Table;
import dev.harrier.model.trace.GoroutineId;
import java.util.Collection;
import java.util.function.Function;

/**
 * What a decoder knows of each live goroutine, the runtime itself ({@link GoroutineId#NONE}) among
 * them.
 *
 * @param <S> the state of one
 */
public final class LiveGoroutines<S> {
  private final Table<S> byId = new Table<>();
  private final Function<GoroutineId, S> newState;
  private final S runtime;
  private long latestId = GoroutineId.NONE.value();
  private S latest;

  /**
   * @param newState makes the state of a goroutine that has none
   */
  public LiveGoroutines(Function<GoroutineId, S> newState) {
    this.newState = newState;
    this.runtime = newState.apply(GoroutineId.NONE);
    this.latest = runtime;
    byId.put(latestId, runtime);
  }

  /** The state of that goroutine; a new one if nothing is known of it. */
  public S get(long id) {
    if (id == latestId) {
      return latest;
    }
    S found = byId.get(id);
    if (found == null) {
      found = newState.apply(new GoroutineId(id));
      byId.put(id, found);
    }
    latestId = id;
    latest = found;
    return found;
  }

  /** A goroutine begins to live, whatever was known under its number. */
  public void begin(GoroutineId id) {
    byId.remove(id.value());
    latestId = id.value();
    latest = newState.apply(id);
    byId.put(latestId, latest);
  }

  /** It has exited. */
  public void forget(GoroutineId id) {
    byId.remove(id.value());
    latestId = GoroutineId.NONE.value();
    latest = runtime;
  }

  /** All states, by the numbers of the goroutines. */
  public Collection<S> all() {
    return byId.all();
  }
}

package dev.harrier.explore.canon;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Numbers the goroutines of the program as the runtime does in a controlled run: main is 1, then in
 * the order of creation. The runtime's own have none.
 */
public final class Numbering {
  /** The number of a goroutine that has none. */
  public static final int NONE = 0;

  private final Trace trace;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

  public Numbering(Trace trace) {
    this.trace = trace;
    numbers.put(1L, 1);
  }

  /** Takes the next event of the trace. */
  public void see(Event event) {
    if (event instanceof Event.Spawn spawn && !trace.goroutine(spawn.child()).system()) {
      numbers.putIfAbsent(spawn.child().value(), numbers.size() + 1);
    }
  }

  /** The number of a goroutine whose creation was seen, else {@link #NONE}. */
  public int of(GoroutineId id) {
    return numbers.get(id.value());
  }
}

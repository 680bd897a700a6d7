package dev.harrier.explore.step;

import dev.harrier.model.trace.Event;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;

/**
 * A digest of the interleaving of a controlled execution. It is the same for two executions in
 * which each operation follows the same operation on its object: they belong to one Mazurkiewicz
 * trace, up to collisions of 64 bits.
 */
public final class InterleavingDigest {
  /** The operation that changed an object last. */
  private final Map<Shared, Long> latest = new HashMap<>();

  /** What each goroutine did so far, by its name. */
  private final Long2LongOpenHashMap done = new Long2LongOpenHashMap();

  /** The next event of the trace. */
  public void accept(Event event, EventState state) {
    long operation = state.operation();
    if (operation == EventState.NONE) {
      return;
    }
    long name = state.name(event.goroutine()).value();
    long self = HashCommon.murmurHash3(name + operation * 31);
    int outcome = event instanceof Event.Select select ? select.chosen() : 0;
    Uses.of(
        event,
        (shared, role) -> {
          long seen = self + latest.getOrDefault(shared, 0L) * 31 + outcome;
          done.put(name, HashCommon.murmurHash3(done.get(name) + seen));
          if (role != OperationRole.LOAD && role != OperationRole.READ_LOCK) {
            latest.put(shared, self);
          }
        });
  }

  /** Of the execution so far. */
  public long value() {
    return done.long2LongEntrySet().stream()
        .mapToLong(goroutine ->
            HashCommon.murmurHash3(goroutine.getLongKey() * 31 + goroutine.getLongValue()))
        .sum();
  }
}

package dev.harrier.explore.step;

import dev.harrier.model.trace.Event;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

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

  private final BiConsumer<Shared, OperationRole> taking = this::take;

  /** Of the current event: the goroutine, its operation, and what a select chose. */
  private long name;

  private long self;
  private int outcome;

  /** The next event of the trace. */
  public void accept(Event event, EventState state) {
    long operation = state.operation();
    if (operation == EventState.NONE) {
      return;
    }
    name = state.name(event.goroutine()).value();
    self = HashCommon.murmurHash3(name + operation * 31);
    outcome = event instanceof Event.Select select ? select.chosen() : 0;
    Uses.of(event, taking);
  }

  private void take(Shared shared, OperationRole role) {
    long seen = self + latest.getOrDefault(shared, 0L) * 31 + outcome;
    done.put(name, HashCommon.murmurHash3(done.get(name) + seen));
    if (role != OperationRole.LOAD && role != OperationRole.READ_LOCK) {
      latest.put(shared, self);
    }
  }

  /** Of the execution so far. */
  public long value() {
    return done.long2LongEntrySet().stream()
        .mapToLong(goroutine ->
            HashCommon.murmurHash3(goroutine.getLongKey() * 31 + goroutine.getLongValue()))
        .sum();
  }
}

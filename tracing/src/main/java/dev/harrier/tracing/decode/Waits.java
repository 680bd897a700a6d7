package dev.harrier.tracing.decode;

import dev.harrier.model.trace.ObjectId;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The blocked channel operations, by goroutine and by channel. Those of a channel are a linked list
 * through the waits themselves, first come first, because thousands can wait on one channel and
 * leave in any order.
 */
final class Waits {
  /** The one that came last, by channel. */
  private final Long2ObjectOpenHashMap<Wait> lastOf = new Long2ObjectOpenHashMap<>();

  /** The goroutine is blocked. */
  void begin(Wait wait) {
    Wait before = lastOf.put(wait.channel().value(), wait);
    wait.before = before;
    if (before != null) {
      before.after = wait;
    }
    wait.goroutine().blockedOperation(wait);
  }

  /** The operation of that goroutine ended, if it was in one. */
  void end(GoroutineDecodeState goroutine) {
    Wait wait = goroutine.blockedOperation();
    if (wait == null) {
      return;
    }
    goroutine.blockedOperation(null);
    Wait before = wait.before;
    Wait after = wait.after;
    if (before != null) {
      before.after = after;
    }
    if (after != null) {
      after.before = before;
    } else if (before != null) {
      lastOf.put(wait.channel().value(), before);
    } else {
      lastOf.remove(wait.channel().value());
    }
  }

  /** The goroutines that are blocked on the channel, the first to wait first; a copy. */
  List<Wait> of(ObjectId channel) {
    List<Wait> waits = new ArrayList<>();
    for (Wait wait = lastOf.get(channel.value()); wait != null; wait = wait.before) {
      waits.add(wait);
    }
    return waits.reversed();
  }
}

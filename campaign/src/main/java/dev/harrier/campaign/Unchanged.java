package dev.harrier.campaign;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long things have been as they are, by the clock of this machine that only measures. By
 * those of servers what one has written that is days ahead seems to be young for days to the next.
 * Used by one thread at a time.
 */
final class Unchanged {
  private final Map<String, Seen> seen = new HashMap<>();

  private record Seen(long state, long nanos) {}

  /** Since this worker saw this state first, if it has seen no other in between. */
  Duration since(String thing, long state) {
    long now = System.nanoTime();
    Seen last = seen.get(thing);
    if (last == null || last.state() != state) {
      last = new Seen(state, now);
      seen.put(thing, last);
    }
    return Duration.ofNanos(now - last.nanos());
  }
}

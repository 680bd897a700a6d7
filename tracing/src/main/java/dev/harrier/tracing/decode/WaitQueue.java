package dev.harrier.tracing.decode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The goroutines blocked on a channel, first come first. A linked list through the waits
 * themselves, because thousands can wait on one channel and leave in any order.
 */
final class WaitQueue {
  private @Nullable Wait first;
  private @Nullable Wait last;

  void add(Wait wait) {
    wait.before = last;
    wait.after = null;
    if (last == null) {
      first = wait;
    } else {
      last.after = wait;
    }
    last = wait;
  }

  void remove(Wait wait) {
    if (wait.before == null) {
      first = wait.after;
    } else {
      wait.before.after = wait.after;
    }
    if (wait.after == null) {
      last = wait.before;
    } else {
      wait.after.before = wait.before;
    }
  }

  /** A copy, so that waits can be removed meanwhile. */
  List<Wait> list() {
    List<Wait> waits = new ArrayList<>();
    for (Wait wait = first; wait != null; wait = wait.after) {
      waits.add(wait);
    }
    return waits;
  }
}

package dev.harrier.model.trace;

import java.util.List;

/**
 * A call stack, innermost frame first, inlined frames expanded.
 *
 * @param truncated whether frames above the last one were not recorded: events on the fast paths of
 *     locks and channels carry only their call site
 */
public record Stack(List<Site> frames, boolean truncated) {
  public static final Stack EMPTY = new Stack(List.of(), true);

  public Stack {
    frames = List.copyOf(frames);
  }

  /** The innermost frame, or {@link Site#UNKNOWN}. */
  public Site top() {
    return frames.isEmpty() ? Site.UNKNOWN : frames.getFirst();
  }
}

package dev.harrier.explore.order;

import dev.harrier.explore.target.Target;
import java.util.List;
import java.util.Optional;

/** What explorations of message orders leave to later ones. */
public interface OrderMemory {
  /** Remembers nothing. */
  OrderMemory NONE =
      new OrderMemory() {
        @Override
        public Optional<Kept> recall(Target target) {
          return Optional.empty();
        }

        @Override
        public void keep(Target target, Kept kept) {
          // That is the point.
        }
      };

  /**
   * What is kept of one target.
   *
   * @param seeds the queue
   * @param feedback what its runs have shown; empty where that steers nothing
   */
  record Kept(List<OrderQueue.Seed> seeds, FeedbackState feedback) {
    public Kept {
      seeds = List.copyOf(seeds);
    }
  }

  /** What was kept of a target, if its orders still fit. */
  Optional<Kept> recall(Target target);

  /** Keeps this in place of what was kept before. */
  void keep(Target target, Kept kept);
}

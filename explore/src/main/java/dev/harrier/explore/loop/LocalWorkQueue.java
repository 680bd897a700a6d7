package dev.harrier.explore.loop;

import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.target.Target;
import java.util.List;
import java.util.Optional;

/** One machine by itself: all targets in one item, with the whole budget. */
public final class LocalWorkQueue implements WorkQueue {
  private final Memory memory;
  private Optional<WorkItem> left;

  /**
   * @param memory what earlier explorations left
   */
  public LocalWorkQueue(List<Target> targets, Budget budget, Memory memory) {
    this.left = Optional.of(new WorkItem.Explore(targets, budget));
    this.memory = memory;
  }

  @Override
  public Optional<WorkItem> next() {
    Optional<WorkItem> item = left;
    left = Optional.empty();
    return item;
  }

  @Override
  public void explored(WorkItem.Explore item, Outcome outcome) {
    // The exploration has kept it in the memory while it ran.
  }

  @Override
  public void confirmed(WorkItem.Confirm item, Replay.Outcome outcome) {
    throw new IllegalStateException("there is no other worker whose findings could be confirmed");
  }

  @Override
  public Memory memory() {
    return memory;
  }

  @Override
  public void close() {
    // There is nothing that others could take.
  }
}

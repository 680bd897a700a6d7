package dev.harrier.explore.order;

import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The order in which a run processed, or should process, concurrent messages (section 4.1). */
public record Order(List<Tuple> tuples) {
  public Order {
    tuples = List.copyOf(tuples);
  }

  /** Nothing can be changed in it. */
  public boolean isFixed() {
    return tuples.stream().allMatch(tuple -> tuple.options() == 1);
  }

  /** The same selects, each with a random valid case. */
  public Order mutate(RandomGenerator random) {
    return new Order(
        tuples.stream().map(tuple -> tuple.with(random.nextInt(tuple.options()))).toList());
  }

  /**
   * As the runtime reads it: the tuples of one select form its queue.
   *
   * @param patience how long a select waits for the case that it prefers: GFuzz's T
   */
  public Plan plan(Duration patience) {
    List<PlanEntry> entries = new ArrayList<>(tuples.size() + 1);
    entries.add(new PlanEntry.Patience(patience.toMillis()));
    tuples.forEach(tuple -> entries.add(tuple.preference()));
    return new Plan(entries);
  }
}

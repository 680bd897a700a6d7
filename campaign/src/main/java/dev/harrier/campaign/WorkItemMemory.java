package dev.harrier.campaign;

import dev.harrier.explore.loop.Memory;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a target when a work item of it begins here: others may have had those before.
 */
final class WorkItemMemory implements Memory {
  /** One in so many executions of a work item repeats what brought something to another worker. */
  private static final int OF_OTHERS = 4;

  private final SharedSchedules shared;
  private final Map<String, Long> firsts = new HashMap<>();
  private final Map<String, List<Schedule>> known = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  WorkItemMemory(SharedSchedules shared) {
    this.shared = shared;
  }

  /** A work item begins. Each schedule that showed something is tried once by each worker. */
  void begin(Records.Work work) throws IOException {
    Records.Target target = work.target();
    firsts.put(target.name(), work.first());
    List<Schedule> first = new ArrayList<>();
    for (String text : target.schedules()) {
      if (taken.add(text)) {
        SharedSchedules.schedule(text).ifPresent(first::add);
      }
    }
    String key = CountedWork.key(target.name());
    first.addAll(shared.next(key, target.shared(), work.executions() / OF_OTHERS));
    known.put(target.name(), first);
  }

  /**
   * A work item is over: others may have what it showed.
   *
   * @return the revision of what they all have of the target
   */
  long end(Records.Work work) throws IOException {
    return shared.share(CountedWork.key(work.target().name()), work.target().shared());
  }

  @Override
  public long executions(Target target) {
    return firsts.getOrDefault(target.shown(), 0L);
  }

  @Override
  public List<Schedule> schedules(Target target) {
    return known.getOrDefault(target.shown(), List.of());
  }

  @Override
  public void progress(Target target, long executions) {
    // It counts when the item is over.
  }

  @Override
  public void found(Target target, Schedule schedule, String fingerprint) {
    // It is kept when the item is over, before its executions count.
  }

  @Override
  public void brought(Target target, Schedule schedule) {
    shared.add(target, schedule);
  }
}

package dev.harrier.explore.guide;

import dev.harrier.explore.reversal.Conflict;
import dev.harrier.explore.reversal.Reversal;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Turns round what came in some order: takes the schedule of a run that showed a conflict for the
 * first time, and lets one goroutine stand still before its part of a conflict that no run has
 * shown the other way round yet. Those come first that were tried least often, and of these what
 * was seen last.
 */
public final class ReversalGuide implements Guide {
  /** So many goroutines are made to stand still in one run at most. */
  private static final int DEEPEST = 4;

  /** A conflict that was not turned round by then may be none. */
  private static final int MOST_TRIES = 3;

  /** So many runs are remembered of each target. */
  private static final int REMEMBERED = 200;

  private final Guide guide;
  private final int first;
  private final int share;
  private final long seed;
  private final Map<Target, State> states = new HashMap<>();

  private record Parent(Schedule.Controlled schedule, List<Reversal> reversals) {}

  private record Child(Schedule.Controlled parent, Conflict conflict, PlanEntry.Hold hold) {}

  private static final class State {
    final SplittableRandom random;
    final List<Parent> parents = new ArrayList<>();
    final Set<Conflict> seen = new HashSet<>();
    final Map<Conflict, Integer> tried = new HashMap<>();
    final Set<Child> done = new HashSet<>();
    int index;

    State(long seed, int index) {
      this.random = new SplittableRandom(seed);
      this.index = index;
    }
  }

  /**
   * @param guide has all other executions, numbered without gaps
   * @param first this many executions of a target come before
   * @param share every so manieth execution reverses something, if there is anything to reverse
   */
  public ReversalGuide(Guide guide, int first, int share, long seed) {
    this.guide = guide;
    this.first = first;
    this.share = share;
    this.seed = seed;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    State state =
        states.computeIfAbsent(target, t -> new State(seed * 31 + t.shown().hashCode(), index));
    if (index >= first && (index - first) % share == 0) {
      Optional<Schedule> reversed = reversed(state);
      if (reversed.isPresent()) {
        return reversed.get();
      }
    }
    return guide.next(target, state.index++, length);
  }

  private static Optional<Schedule> reversed(State state) {
    List<Child> best = new ArrayList<>();
    int least = MOST_TRIES - 1;
    for (Parent parent : state.parents) {
      for (Reversal reversal : parent.reversals) {
        int tried = state.tried.getOrDefault(reversal.conflict(), 0);
        Child child = new Child(parent.schedule, reversal.conflict(), hold(reversal, tried));
        if (tried <= least
            && !state.seen.contains(reversal.conflict().reversed())
            && !state.done.contains(child)) {
          if (tried < least) {
            best.clear();
            least = tried;
          }
          best.add(child);
        }
      }
    }
    if (best.isEmpty()) {
      return Optional.empty();
    }
    Child child = best.get(state.random.nextInt(best.size()));
    state.tried.merge(child.conflict, 1, Integer::sum);
    state.done.add(child);
    Schedule.Controlled c = child.parent;
    List<PlanEntry> plan =
        Stream.concat(c.plan().entries().stream(), Stream.of(child.hold)).toList();
    return Optional.of(
        new Schedule.Controlled(c.strategy(), c.seed(), c.length(), c.early(), new Plan(plan)));
  }

  /** No longer than it takes, at first; what that does not turn round may want more. */
  private static PlanEntry.Hold hold(Reversal reversal, int tried) {
    return tried == 0 ? reversal.hold() : reversal.hold().untilNobodyElseCanRun();
  }

  @Override
  public void learn(Target target, Schedule schedule, Result result) {
    guide.learn(target, schedule, result);
    State state = states.get(target);
    if (state == null || !(schedule instanceof Schedule.Controlled controlled)) {
      return;
    }
    List<Reversal> reversals = result.observations().reversals();
    boolean news = false;
    for (Reversal reversal : reversals) {
      news |= state.seen.add(reversal.conflict());
    }
    if (news && depth(controlled) < DEEPEST && state.parents.size() < REMEMBERED) {
      state.parents.add(new Parent(controlled, reversals));
    }
  }

  private static long depth(Schedule schedule) {
    return schedule.plan().entries().stream().filter(PlanEntry.Hold.class::isInstance).count();
  }

  @Override
  public boolean isSatisfied() {
    return guide.isSatisfied();
  }

  @Override
  public List<String> status() {
    return guide.status();
  }

  @Override
  public void keep() {
    guide.keep();
  }
}

package dev.harrier.explore.confirm;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A prediction, and where its goroutines stood in a run that showed it.
 *
 * @param places where each of them would block, in the same order
 * @param arrivals a delay for each goroutine, before the operation that would block; in the order
 *     in which they came there; at least two
 * @param begin a delay of the first of them before the way there begins
 */
public record Goal(
    Finding prediction, List<PlanEntry.Delay> arrivals, List<Site> places, PlanEntry.Delay begin) {
  public Goal {
    arrivals = List.copyOf(arrivals);
    places = List.copyOf(places);
  }

  /**
   * One way to make it happen.
   *
   * @param timersFire whether timers fire at every operation. Goroutines that sleep first are kept
   *     apart only by time: a delay ends when no other goroutine can run, and one that sleeps
   *     can't. So the first one waits until the others sleep, and wakes them on its way.
   */
  public record Attempt(List<PlanEntry.Delay> delays, boolean timersFire) {
    public Attempt {
      delays = List.copyOf(delays);
    }
  }

  /**
   * For each of its goroutines, in their order, whether it reached its place in a run.
   *
   * @param visited the places that each goroutine reached in it
   */
  public List<Boolean> arrived(Map<GoroutineName, Set<Site>> visited) {
    List<Boolean> arrived = new ArrayList<>();
    for (int i = 0; i < arrivals.size(); i++) {
      GoroutineName goroutine = arrivals.get(i).goroutine();
      arrived.add(visited.getOrDefault(goroutine, Set.of()).contains(places.get(i)));
    }
    return arrived;
  }

  /**
   * The likeliest first: all but the last are delayed, which finds the others there; all of them,
   * for what each does on its way may be missing; all but another one.
   */
  public List<Attempt> attempts() {
    List<List<PlanEntry.Delay>> choices = new ArrayList<>();
    choices.add(allBut(arrivals.size() - 1));
    choices.add(arrivals);
    for (int i = 0; i < arrivals.size() - 1; i++) {
      choices.add(allBut(i));
    }
    List<Attempt> attempts = new ArrayList<>();
    for (List<PlanEntry.Delay> delays : choices) {
      attempts.add(new Attempt(delays, false));
      List<PlanEntry.Delay> begun = new ArrayList<>(delays);
      if (delays.stream().noneMatch(begin::isAtPlaceOf)) {
        begun.addFirst(begin);
      }
      attempts.add(new Attempt(begun, true));
    }
    return attempts;
  }

  private List<PlanEntry.Delay> allBut(int left) {
    List<PlanEntry.Delay> others = new ArrayList<>(arrivals);
    others.remove(left);
    return others;
  }
}

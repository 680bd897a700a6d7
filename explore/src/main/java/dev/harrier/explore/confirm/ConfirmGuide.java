package dev.harrier.explore.confirm;

import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Site;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes predictions come true: a share of the executions is for the {@linkplain
 * dev.harrier.explore.confirm goals} of predictions that nothing has confirmed yet.
 */
public final class ConfirmGuide extends DelegatingGuide {
  /** In so many runs that showed a prediction it is tried. */
  private static final int ORIGIN_RUNS = 4;

  /** Of 1024 operations. */
  private static final int ALWAYS = 1024;

  private final int share;
  private final Map<Target, State> states = new HashMap<>();
  private final Set<String> confirmed = new HashSet<>();
  private final Map<String, Search> searches = new HashMap<>();

  private record Attempt(String prediction, Goal goal, Schedule.Controlled schedule) {}

  /** What was tried for one prediction. */
  private static final class Search {
    final Set<Site> places = new LinkedHashSet<>();
    final Set<Site> reached = new HashSet<>();
    long directed;
    long arrived;

    void learn(Goal goal, List<Boolean> there) {
      for (int i = 0; i < there.size(); i++) {
        if (there.get(i)) {
          reached.add(goal.places().get(i));
        }
      }
      arrived += there.contains(false) ? 0 : 1;
    }
  }

  private static final class State {
    final Deque<Attempt> attempts = new ArrayDeque<>();
    final Map<String, Integer> originRuns = new HashMap<>();
    final Map<Schedule, Goal> underway = new HashMap<>();
    int index;

    State(int index) {
      this.index = index;
    }
  }

  /**
   * @param guide has all other executions, numbered without gaps
   * @param share every n-th execution is for a prediction, if there is one
   */
  public ConfirmGuide(Guide guide, int share) {
    super(guide);
    this.share = share;
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    State state = states.computeIfAbsent(target, _ -> new State(index));
    if (index % share == 0) {
      state.attempts.removeIf(attempt -> confirmed.contains(attempt.prediction));
      Attempt attempt = state.attempts.poll();
      if (attempt != null) {
        Search search = searches.computeIfAbsent(attempt.prediction, _ -> new Search());
        search.directed++;
        search.places.addAll(attempt.goal.places());
        state.underway.put(attempt.schedule, attempt.goal);
        return attempt.schedule;
      }
    }
    return super.next(target, state.index++, length);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean news = super.learn(target, schedule, result);
    State state = states.get(target);
    if (state == null || !(schedule instanceof Schedule.Controlled run)) {
      return news;
    }
    GoalRecorder.Reached reached = result.observations().of(GoalRecorder.REACHED);
    Goal tried = state.underway.remove(schedule);
    if (tried != null) {
      Search search = searches.computeIfAbsent(tried.prediction().fingerprint(), _ -> new Search());
      search.learn(tried, tried.arrived(reached.visited()));
    }
    for (Goal goal : reached.goals()) {
      String prediction = goal.prediction().fingerprint();
      if (Confirmation.among(result.findings(), goal.prediction())) {
        confirmed.add(prediction);
      } else if (!isDelayed(run)
          && state.originRuns.merge(prediction, 1, Integer::sum) <= ORIGIN_RUNS) {
        goal.attempts()
            .forEach(
                attempt -> state.attempts.add(new Attempt(prediction, goal, with(run, attempt))));
      }
    }
    return news;
  }

  private static boolean isDelayed(Schedule.Controlled run) {
    return run.plan().entries().stream().anyMatch(PlanEntry.Delay.class::isInstance);
  }

  private static Schedule.Controlled with(Schedule.Controlled c, Goal.Attempt attempt) {
    int early = attempt.timersFire() ? ALWAYS : c.early();
    List<PlanEntry> plan = new ArrayList<>(c.plan().withoutAlternatives().entries());
    plan.addAll(attempt.delays());
    return new Schedule.Controlled(
        c.strategy(),
        c.seed(),
        c.length(),
        early,
        c.computing(),
        c.faults(),
        c.conditions(),
        new Plan(plan));
  }

  @Override
  public Doubt.NotConfirmed search(Finding prediction, long executions) {
    Search search = searches.getOrDefault(prediction.fingerprint(), new Search());
    return super.search(prediction, executions)
        .plus(
            new Doubt.NotConfirmed(
                0,
                search.directed,
                search.arrived,
                search.places.stream().filter(p -> !search.reached.contains(p)).toList()));
  }
}
